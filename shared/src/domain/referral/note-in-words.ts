import type { NoteCall, ReferralNote } from './referral.ts';

export const callInWords = ({ With, Outcome }: NoteCall): string =>
  `Call with ${With}, ${Outcome.toLowerCase()}`;

/** All that a note says, of a call also with whom it was. */
export const noteInWords = ({ Call, Text }: Pick<ReferralNote, 'Call' | 'Text'>): string =>
  [Call && `${callInWords(Call)}.`, Text].filter(Boolean).join(' ');
