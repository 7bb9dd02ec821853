import { mentionedIn } from '@handoff/shared/domain/mention';
import type { Referral } from '@handoff/shared/domain/referral';
import type { WriteContext } from '../../http/handlers.ts';
import { listAll } from '../../http/reader.ts';
import { usersOfDomain } from '../../platform/queries.ts';
import { userKind } from '../../platform/record-kinds.ts';
import { notifyPerson } from '../../http/notify-person.ts';

/** With up to ten notes this keeps a request far below what one batch holds. */
const MOST_MENTIONS = 20;

/** Tells who is named in the notes, and whose referral it is; each person once. */
export async function notifyOfNotes(
  context: WriteContext,
  { referral, texts }: { referral: Referral; texts: string[] },
): Promise<void> {
  const subject = referral.Id;
  const mentioned = await peopleMentioned(context, texts.join('\n'));
  for (const to of mentioned)
    await notifyPerson(context, { to, kind: 'mention', subject, text: 'You are named in a note' });
  const concerned = new Set([referral.CreatedBy.Id, referral.Owner?.Id ?? referral.CreatedBy.Id]);
  for (const to of [...concerned].filter((id) => !mentioned.has(id)))
    await notifyPerson(context, { to, kind: 'note', subject, text: 'A new note on a referral of yours' });
}

async function peopleMentioned({ system, caller }: WriteContext, text: string): Promise<Set<string>> {
  if (!text.includes('@')) return new Set();
  const users = await listAll(system, userKind, {
    sql: usersOfDomain,
    parameters: { domain: caller.businessDomainId },
  });
  const active = users.filter(({ Active, ServerAuthenticated }) => Active && ServerAuthenticated === 1);
  return new Set(
    mentionedIn(text, active)
      .slice(0, MOST_MENTIONS)
      .map(({ Id }) => Id),
  );
}
