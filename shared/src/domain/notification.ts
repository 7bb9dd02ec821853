import * as z from 'zod';

/** A line in a person's bell; it names what happened and where, never a patient. */
export const UserNotification = z.object({
  Id: z.string(),
  UserId: z.string(),
  Kind: z.enum(['note', 'assignment', 'decision', 'import']),
  SubjectId: z.string(),
  Text: z.string(),
  CreatedAt: z.string(),
  ReadAt: z.string().nullable(),
});
export type UserNotification = z.infer<typeof UserNotification>;
