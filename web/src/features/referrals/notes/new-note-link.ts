import { useLocation } from '@tanstack/react-router';

const PLACE = 'new-note';

/** To the notes of a referral, ready to write. */
export const toNewNote = (id: string) =>
  ({ to: '/referrals/$id', params: { id }, search: { tab: 'notes' }, hash: PLACE }) as const;

/** Whether one came here to write. */
export const useIsForNewNote = () => useLocation({ select: ({ hash }) => hash === PLACE });
