import * as z from 'zod';
import { PrefilledField } from './prefilled.ts';

/** The name by which another system knows the order that it sent. */
export const OrderIdentifier = z.strictObject({
  System: z.string().max(200),
  Value: z.string().min(1).max(200),
});
export type OrderIdentifier = z.infer<typeof OrderIdentifier>;

/** In one file; a draft may have several. */
export const MOST_ORDERS = 5;
const MOST_READINGS = 10;

/** The values that a file of another system proposes to a person, and its parts that have no field. */
export const FileReading = z.strictObject({
  /** The document that the file became. */
  DocumentId: z.string().max(80),
  Taken: z.array(
    z.strictObject({
      Field: PrefilledField,
      Value: z.string(),
      /** The place in the file, such as `PID-5`. */
      From: z.string(),
    }),
  ),
  Left: z.array(z.strictObject({ Where: z.string(), Why: z.string() })),
  Orders: z.array(OrderIdentifier).max(MOST_ORDERS),
});
export type FileReading = z.infer<typeof FileReading>;

/** A newer form takes the fields that it still has. What files brought is checked: no one types it again. */
export const DraftValues = z
  .string()
  .max(120_000)
  .refine((text) => readDraft(text) !== undefined, 'Send the values of the form as a JSON object');

const Draft = z.looseObject({ Readings: z.array(FileReading).max(MOST_READINGS).optional() });

/** Returns undefined for a text that is no draft. */
export function readDraft(text: string): z.infer<typeof Draft> | undefined {
  try {
    return Draft.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** The part of a draft's values that files brought; a draft that was only typed has none. */
export const DraftReadings = z.object({ Readings: z.array(FileReading).catch([]) });
