import * as z from 'zod';
import { useDraft } from '../../../lib/drafts/use-draft.ts';

const Texts = z.array(z.string());

/** Notes that are on their way: shown where they will stand, also to who leaves the page and comes back. */
export function useSendingNotes(referralId: string) {
  const [kept, keep] = useDraft(`notes on their way to ${referralId}`, '[]');
  const change = (next: (texts: string[]) => string[]) =>
    keep((former) => JSON.stringify(next(Texts.parse(JSON.parse(former)))));
  return {
    texts: Texts.parse(JSON.parse(kept)),
    add: (text: string) => change((texts) => [text, ...texts]),
    remove: (text: string) => change((texts) => texts.toSpliced(texts.indexOf(text), 1)),
  };
}
