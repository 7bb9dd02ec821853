import type { NotificationKind } from '@handoff/shared/domain/access/notification';

export const kindWords: Record<NotificationKind, { name: string; wanted: string }> = {
  assignment: { name: 'Assignment', wanted: 'A referral is assigned to me' },
  reminder: { name: 'Reminder', wanted: 'A referral of mine, or of my team, waits too long for an answer' },
  mention: { name: 'Mention', wanted: 'I am mentioned in a note' },
  note: { name: 'Note', wanted: 'Someone adds a note to my referral' },
  decision: { name: 'Decision', wanted: 'A referral I recorded is accepted, declined or reopened' },
  eligibility: {
    name: 'Eligibility',
    wanted: 'The Medicare response for my referral changes',
  },
  access: {
    name: 'Access',
    wanted: 'Someone sees far more patients than usual. Emergency access is always notified',
  },
  webhook: { name: 'Webhook', wanted: 'A webhook failed for days and was switched off' },
  import: { name: 'Import', wanted: 'A state file I uploaded has been imported, or needs me' },
};
