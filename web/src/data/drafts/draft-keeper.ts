import { api } from '@handoff/shared/contract/api';
import type { DraftForm } from '@handoff/shared/contract/referrals/drafts';
import { queue } from '../send/queue.ts';
import type { ApiAccess } from '../use-api.ts';

/** The most typing that a crash can lose. */
export const KEEP_EVERY_MS = 5000;

export interface OfferedDraft {
  id: string;
  savedAt: string;
  values: object;
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/**
 * Keeps unsaved typing on the server, so that a crash does not lose it. Failures are silent, because the form still has
 * the text.
 */
export function createDraftKeeper({ client, domain }: ApiAccess, form: DraftForm) {
  let own: string = crypto.randomUUID();
  let kept = '';
  let isThere = false;
  const lane = {};

  function enter(wish: string, run: () => Promise<unknown>): void {
    queue.enter({ lane, wish, silent: true, run }).catch(
      // The next change tries again.
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
    /** Removes the draft after the form was saved or discarded. */
    forgetOwn(): void {
      if (isThere) forget(own);
      isThere = false;
      kept = '';
    },
    /** Continues with an earlier draft. */
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
