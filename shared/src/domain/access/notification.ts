import * as z from 'zod';

/** Events in an agency, listed for its members there. */
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
/** Events outside any agency, listed for the person everywhere, also for an administrator without an agency. */
const personalKinds = ['import'] as const;

export const AgencyNotificationKind = z.enum(agencyKinds);
export const PersonalNotificationKind = z.enum(personalKinds);
export const NotificationKind = z.enum([...agencyKinds, ...personalKinds]);
export type NotificationKind = z.infer<typeof NotificationKind>;

/** Addressed to the person: these are counted on the bell, and others only mark it. */
export const addressedKinds = ['mention', 'assignment'] as const satisfies readonly NotificationKind[];

/** Whether it is listed for the person everywhere, or only in one agency. */
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

/** Notification settings of a person for one agency, or for events outside any agency. */
export const NotificationSettings = z.object({
  Id: z.string(),
  /** Everything up to then is read: marking all as read is one write, however many there are. */
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
