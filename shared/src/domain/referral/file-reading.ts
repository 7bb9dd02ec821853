import * as z from 'zod';
import { PrefilledField } from './prefilled.ts';

/** The name by which another system knows the order that it sent. */
export const OrderIdentifier = z.strictObject({
  System: z.string().max(200),
  Value: z.string().min(1).max(200),
});
export type OrderIdentifier = z.infer<typeof OrderIdentifier>;

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
  Orders: z.array(OrderIdentifier),
});
export type FileReading = z.infer<typeof FileReading>;

/** The part of a draft's values that a file brought; a draft that was only typed has none. */
export const DraftReadings = z.object({ Readings: z.array(FileReading).catch([]) });
