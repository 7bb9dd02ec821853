import * as z from 'zod';
import type { ReferralNote } from '@handoff/shared/domain/referral/referral';
import { draftOf, useDraft } from '../../../data/drafts/use-draft.ts';

const Texts = z.array(z.string());

const placeOf = (referralId: string) => `notes on their way to ${referralId}`;
const textsIn = (kept: string): string[] => Texts.parse(JSON.parse(kept));

/** Also where nothing shows them. */
export const notesOnTheirWay = (referralId: string) => textsIn(draftOf(placeOf(referralId)) ?? '[]');

/** Notes that are on their way: shown where they will stand, also to who leaves the page and comes back. */
export function useSendingNotes(referralId: string) {
  const [kept, keep] = useDraft(placeOf(referralId), '[]');
  const change = (next: (texts: string[]) => string[]) =>
    keep((former) => JSON.stringify(next(textsIn(former))));
  return {
    texts: textsIn(kept),
    add: (text: string) => change((texts) => [text, ...texts]),
    remove: (text: string) => change((texts) => texts.toSpliced(texts.indexOf(text), 1)),
  };
}

/** What a person has written there already. */
export const textsOf = (person: string, notes: readonly ReferralNote[]): ReadonlySet<string> =>
  new Set(notes.filter(({ CreatedBy }) => CreatedBy.Id === person).map(({ Text }) => Text));
