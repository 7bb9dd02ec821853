import * as z from 'zod';

/** `import` is not written yet: imports belong to no agency, and a bell to a person in one agency. */
export const NotificationKind = z.enum([
  'note',
  'mention',
  'assignment',
  'decision',
  'import',
  'eligibility',
]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** A line in a person's bell; it names what happened and where, never a patient. */
export const UserNotification = z.object({
  Id: z.string(),
  UserId: z.string(),
  Kind: NotificationKind,
  SubjectId: z.string(),
  Text: z.string(),
  CreatedAt: z.string(),
  ReadAt: z.string().nullable(),
});
export type UserNotification = z.infer<typeof UserNotification>;

/** A person's bell in one agency. */
export const Bell = z.object({
  Id: z.string(),
  /** What came until then is read: one write, however many there are. */
  ReadUntil: z.string(),
  Muted: z.array(NotificationKind),
});
export type Bell = z.infer<typeof Bell>;

export function asRead(notification: UserNotification, { ReadUntil }: Bell): UserNotification {
  if (notification.ReadAt !== null || notification.CreatedAt > ReadUntil) return notification;
  return { ...notification, ReadAt: ReadUntil };
}
