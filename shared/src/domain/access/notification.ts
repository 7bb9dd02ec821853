import * as z from 'zod';

/** What happens in an agency; its members are told there. */
const agencyKinds = ['note', 'mention', 'assignment', 'decision', 'eligibility'] as const;
/** What belongs to no agency: the person is told wherever they work, an administrator without an agency too. */
const personalKinds = ['import'] as const;

export const AgencyNotificationKind = z.enum(agencyKinds);
export const PersonalNotificationKind = z.enum(personalKinds);
export const NotificationKind = z.enum([...agencyKinds, ...personalKinds]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Whose bell it rings: the person's own one, or that of the agency. */
export const isPersonal = (kind: NotificationKind) => PersonalNotificationKind.safeParse(kind).success;

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

/** A person's bell in one agency, or the one they have as a person. */
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
