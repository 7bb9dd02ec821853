import * as z from 'zod';
import type { ReferralNote } from '@handoff/shared/domain/referral/referral';
import { draftOf, useDraft } from '../../../data/drafts/use-draft.ts';

const Texts = z.array(z.string());

const placeOf = (referralId: string) => `notes on their way to ${referralId}`;
const textsIn = (kept: string): string[] => Texts.parse(JSON.parse(kept));

/** Reads them without a component that shows them. */
export const notesOnTheirWay = (referralId: string) => textsIn(draftOf(placeOf(referralId)) ?? '[]');

/** Notes being sent: shown in their final place, even after leaving the page and returning. */
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

/** The texts of notes that this person has already saved on the referral. */
export const textsOf = (person: string, notes: readonly ReferralNote[]): ReadonlySet<string> =>
  new Set(notes.filter(({ CreatedBy }) => CreatedBy.Id === person).map(({ Text }) => Text));
