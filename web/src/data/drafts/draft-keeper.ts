import { api } from '@handoff/shared/contract/api';
import type { DraftForm } from '@handoff/shared/contract/referrals/drafts';
import { queue } from '../send/queue.ts';
import type { ApiAccess } from '../use-api.ts';

/** So much typing may be lost in a crash. */
export const KEEP_EVERY_MS = 5000;

export interface OfferedDraft {
  id: string;
  savedAt: string;
  values: object;
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/**
 * Keeps on the server what is typed and not saved, so that a crash does not lose it. Where that fails nothing is said:
 * what was typed is still there.
 */
export function createDraftKeeper({ client, domain }: ApiAccess, form: DraftForm) {
  let own: string = crypto.randomUUID();
  let kept = '';
  let isThere = false;
  const lane = {};

  function enter(wish: string, run: () => Promise<unknown>): void {
    queue.enter({ lane, wish, silent: true, run }).catch(
      // Tried again with the next change.
      () => void (kept = ''),
    );
  }
  const how = () => ({ key: crypto.randomUUID(), domain });

  function forget(id: string): void {
    enter(`forget ${id}`, () => client.call(api.drafts.remove, { body: { Id: id } }, how()));
  }

  return {
    id: () => own,
    keep(values: object): void {
      const text = JSON.stringify(values);
      if (text === kept) return;
      kept = text;
      isThere = true;
      const body = { Id: own, Form: form, Values: text };
      enter(`${own} ${text}`, () => client.call(api.drafts.save, { body }, how()));
    },
    forget,
    /** What is kept is saved, or not wanted. */
    forgetOwn(): void {
      if (isThere) forget(own);
      isThere = false;
      kept = '';
    },
    /** It goes on with this one. */
    adopt({ id, values }: OfferedDraft): void {
      if (isThere && id !== own) forget(own);
      own = id;
      kept = JSON.stringify(values);
      isThere = true;
    },
  };
}

export function parsedDraft(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
