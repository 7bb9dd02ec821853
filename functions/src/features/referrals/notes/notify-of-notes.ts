import type { WriteContext } from '../../../core/context.ts';
import { sha256 } from '../../../core/hash.ts';
import type { Referral, ReferralNote } from '@handoff/shared/domain/referral/referral';
import { peopleOf } from '../../../records/kinds/referral-records.ts';
import { listAll } from '../../../records/reader.ts';
import { isColleague, type StoredUser, usersOf } from '../../../records/kinds/user-records.ts';
import { notifyPerson } from '../../../writes/notify-person.ts';
import type { Person } from '@handoff/shared/domain/access/user';

/** With up to ten notes, this keeps a request far below the limit of one batch. */
const MAX_MENTIONS = 20;

export interface WrittenNote {
  note: ReferralNote;
  /** The note before the edit, which is the same one when nothing changed; undefined for a new one. */
  former?: ReferralNote;
}

/** People whom the notes name, once per note, and the people of the referral; each person once. */
export async function notifyOfNotes(
  context: WriteContext,
  { referral, written }: { referral: Referral; written: WrittenNote[] },
): Promise<void> {
  const subject = referral.Id;
  const who = context.caller.person.FullName;
  const mentioned = await peopleMentioned(context, written);
  for (const [to, note] of mentioned) {
    const once = `notification-${sha256(`${note.Id}|mention/${to}`).slice(0, 32)}`;
    await notifyPerson(context, {
      to,
      kind: 'mention',
      subject,
      text: `${who} mentioned you in a note`,
      once,
    });
  }
  const added = written.filter(({ former }) => former === undefined);
  if (added.length === 0) return;
  const did = added.every(({ note }) => note.Call) ? 'logged a call' : 'wrote a note';
  for (const to of peopleOf(referral).filter((id) => !mentioned.has(id)))
    await notifyPerson(context, {
      to,
      kind: 'note',
      subject,
      text: `${who} ${did} on your referral`,
    });
}

/** Returns people who are named for the first time, each with the note that names them. */
async function peopleMentioned(
  context: WriteContext,
  written: WrittenNote[],
): Promise<Map<string, ReferralNote>> {
  const named = new Map<string, ReferralNote>();
  if (!written.some(({ note }) => note.Text.includes('@'))) return named;
  const people = await activePeople(context);
  for (const { note, former } of written) {
    const before = new Set(mentionedIn(former?.Text ?? '', people));
    for (const person of mentionedIn(note.Text, people))
      if (!before.has(person) && !named.has(person.Id)) named.set(person.Id, note);
  }
  return new Map([...named].slice(0, MAX_MENTIONS));
}

async function activePeople({ system, caller }: WriteContext): Promise<StoredUser[]> {
  const users = await listAll(system, usersOf(caller.businessDomainId));
  return users.filter((user) => isColleague(user, caller.businessDomainId) && user.ServerAuthenticated === 1);
}

/** Finds people named as `@Full Name` in a text, in any case; of two names that begin alike, the longer one counts. */
export function mentionedIn<P extends Person>(text: string, people: readonly P[]): P[] {
  const written = text.toLowerCase();
  // Two people with the same name are both notified, because it is unclear which one was meant.
  const byName = Map.groupBy(people, ({ FullName }) => FullName.trim().toLowerCase());
  byName.delete('');
  const longestFirst = [...byName.keys()].toSorted((a, b) => b.length - a.length);
  const byStart = Map.groupBy(longestFirst, (name) => name.slice(0, START));
  const found = new Set<P>();
  for (let at = written.indexOf('@'); at !== -1; at = written.indexOf('@', at + 1)) {
    const named = startsAt(written, at + 1).flatMap((start) => byStart.get(start) ?? []);
    const longest = named
      .toSorted((a, b) => b.length - a.length)
      .find((name) => isNameAt(written, at + 1, name));
    for (const person of byName.get(longest ?? '') ?? []) found.add(person);
  }
  return [...found];
}

/** The first letters narrow all names to the few that may follow. */
const START = 3;

/** A name may be shorter than `START`. */
const startsAt = (text: string, at: number) =>
  Array.from({ length: START }, (_, n) => text.slice(at, at + n + 1));

function isNameAt(text: string, at: number, name: string): boolean {
  return (
    text.startsWith(name, at) && !/[\p{L}\p{N}]/u.test(text.slice(at + name.length, at + name.length + 1))
  );
}
