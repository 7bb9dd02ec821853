import { useLocation } from '@tanstack/react-router';

const PLACE = 'new-note';

/** Opens a referral's notes with the focus in the field. */
export const toNewNote = (id: string) =>
  ({ to: '/referrals/$id', params: { id }, search: { tab: 'notes' }, hash: PLACE }) as const;

/** True when the page was opened to write a note. */
export const useIsForNewNote = () => useLocation({ select: ({ hash }) => hash === PLACE });
