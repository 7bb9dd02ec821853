import { numbersIn } from '@handoff/shared/domain/person/identifiers';
import { noteInWords } from '@handoff/shared/domain/referral/note-in-words';
import type { ReferralNote } from '@handoff/shared/domain/referral/referral';
import type { WriteContext } from '../core/context.ts';

type Said = Pick<ReferralNote, 'Id' | 'ReferralId' | 'Text' | 'Priority' | 'Shared' | 'Call'>;

/** A note of the caller that no one has read; internal, unless it says otherwise. */
export const newNote = (
  { caller, now }: WriteContext,
  { Id, ReferralId, Text, Priority, Shared, Call }: Said,
): ReferralNote => ({
  Id,
  ReferralId,
  Text,
  CreatedAt: now.toISOString(),
  CreatedBy: caller.person,
  EditedAt: null,
  ReadBy: [],
  Priority: Priority === true,
  Shared: Shared === true,
  SuspectedNumbers: numbersIn(noteInWords({ Call, Text })),
  ...(Call && { Call }),
});
