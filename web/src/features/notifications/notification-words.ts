import type { NotificationKind } from '@handoff/shared/domain/access/notification';

export const kindWords: Record<NotificationKind, { name: string; wanted: string }> = {
  assignment: { name: 'Assignment', wanted: 'A referral is assigned to me' },
  mention: { name: 'Mention', wanted: 'I am named in a note' },
  note: { name: 'Note', wanted: 'A note is written on a referral of mine' },
  decision: { name: 'Decision', wanted: 'A referral I recorded is accepted, declined or reopened' },
  eligibility: {
    name: 'Eligibility',
    wanted: 'Medicare answers otherwise than before about a referral of mine',
  },
  import: { name: 'Import', wanted: 'A state file I uploaded has been imported, or needs me' },
};
