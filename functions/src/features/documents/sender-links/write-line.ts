import { isLinkOpen, senderLinkLimits } from '@handoff/shared/domain/referral/sender-link';
import { linkRefusal } from '../../../auth/sender.ts';
import { AppError } from '../../../core/app-error.ts';
import type { ApiHandlers } from '../../../http/handlers.ts';
import { changedBy } from '../../../records/concurrency-check.ts';
import { noteKind, peopleOf, referralKind, senderLinkKind } from '../../../records/kinds/referral-records.ts';
import { newNote } from '../../../records/new-note.ts';
import { notifyPerson } from '../../../writes/notify-person.ts';

/** A line that the sender writes back becomes a note, and the people of the referral get a notification. It mentions no one. */
export const writeLine: ApiHandlers['senderLinks']['write'] = async ({ body: { Text } }, context) => {
  const { work, caller, now } = context;
  const link = await work.get(senderLinkKind, caller.claims.oid);
  const referral = link && (await work.get(referralKind, link.ReferralId));
  if (!referral || !isLinkOpen(link, now)) throw linkRefusal();
  if (link.Lines >= senderLinkLimits.lines)
    throw new AppError('too_large', 'This link takes no more messages. Call the agency.');
  work.replace(senderLinkKind, link, { ...link, Lines: link.Lines + 1 });
  const NoteCount = referral.NoteCount + 1;
  work.replace(referralKind, referral, { ...referral, NoteCount, ...changedBy(context) });
  work.create(noteKind, newNote(context, { Id: work.newId('note'), ReferralId: referral.Id, Text }));
  work.record({ action: 'note.written', subject: referral.Id, topic: 'referral' });
  const text = 'The sender of your referral wrote to you';
  for (const to of peopleOf(referral))
    await notifyPerson(context, { to, kind: 'note', subject: referral.Id, text });
  return { IsReceived: true };
};
