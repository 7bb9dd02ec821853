import * as z from 'zod';

const Id = z.string().min(1).max(80);
const Name = z.string().trim().min(1, 'Enter a name').max(80);

/** Colours that keep their contrast in both schemes; a free choice would not. */
export const statusColors = ['gray', 'blue', 'teal', 'green', 'yellow', 'orange', 'red', 'grape'] as const;

export const DocumentType = z.strictObject({ Id, Name });
export type DocumentType = z.infer<typeof DocumentType>;

export const ConfiguredStatus = z.strictObject({
  Id,
  Name,
  Color: z.enum(statusColors),
  /** Nothing more is expected to happen after it. */
  Terminal: z.boolean(),
});
export type ConfiguredStatus = z.infer<typeof ConfiguredStatus>;
