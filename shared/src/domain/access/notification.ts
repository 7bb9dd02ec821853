import * as z from 'zod';

/** What happens in an agency; its members are told there. */
const agencyKinds = [
  'note',
  'mention',
  'assignment',
  'reminder',
  'decision',
  'eligibility',
  'access',
  'webhook',
] as const;
/** What belongs to no agency: the person is told wherever they work, an administrator without an agency too. */
const personalKinds = ['import'] as const;

export const AgencyNotificationKind = z.enum(agencyKinds);
export const PersonalNotificationKind = z.enum(personalKinds);
export const NotificationKind = z.enum([...agencyKinds, ...personalKinds]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Whether it is listed with the person alone, or with the person in an agency. */
export const isPersonal = (kind: NotificationKind) => PersonalNotificationKind.safeParse(kind).success;

/** It names what happened and where, never a patient. */
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

/** How a person is notified in one agency, or of what belongs to none. */
export const NotificationSettings = z.object({
  Id: z.string(),
  /** What came until then is read: one write, however many there are. */
  ReadUntil: z.string(),
  Muted: z.array(NotificationKind),
});
export type NotificationSettings = z.infer<typeof NotificationSettings>;

export function asRead(
  notification: UserNotification,
  { ReadUntil }: NotificationSettings,
): UserNotification {
  if (notification.ReadAt !== null || notification.CreatedAt > ReadUntil) return notification;
  return { ...notification, ReadAt: ReadUntil };
}
