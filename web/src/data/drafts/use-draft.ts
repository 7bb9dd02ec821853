import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { draftsApi, type DraftForm } from '@handoff/shared/contract/referrals/drafts';
import { useRead } from '../records/use-read.ts';
import { queue } from '../send/queue.ts';
import { type ApiAccess, useApi } from '../use-api.ts';

/** Kept in memory only: patient data stays out of browser storage. */
const drafts = new Map<string, string>();
const listeners = new Set<() => void>();

/** Keeps a text across pages until it is emptied; leaving the site asks first. */
export function useDraft(name: string, initial = '') {
  const text = useSyncExternalStore(subscribe, () => drafts.get(name) ?? initial);
  const isUnsaved = text !== initial;

  useEffect(() => {
    if (!isUnsaved) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isUnsaved]);

  function setText(wanted: string | ((former: string) => string)): void {
    const next = typeof wanted === 'string' ? wanted : wanted(drafts.get(name) ?? initial);
    if (next === initial) drafts.delete(name);
    else drafts.set(name, next);
    for (const listener of listeners) listener();
  }

  return [text, setText] as const;
}

export const hasDraft = (name: string): boolean => drafts.has(name);

/** Reads a draft outside of its component. */
export const draftOf = (name: string): string | undefined => drafts.get(name);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The most typing that a crash can lose. */
const KEEP_EVERY_MS = 5000;

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
    enter(`forget ${id}`, () => client.call(draftsApi.remove, { body: { Id: id } }, how()));
  }

  return {
    form,
    id: () => own,
    keep(values: object): void {
      const text = JSON.stringify(values);
      if (text === kept) return;
      kept = text;
      isThere = true;
      const body = { Id: own, Form: form, Values: text };
      enter(`${own} ${text}`, () => client.call(draftsApi.save, { body }, how()));
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

interface Kept {
  values: object;
  isUnsaved: () => boolean;
}

/** Keeps the draft of a form on the server until the form is saved or left. */
export function useServerDraft(form: DraftForm, { values, isUnsaved }: Kept) {
  const access = useApi();
  const [keeper] = useState(() => createDraftKeeper(access, form));
  return useKeptDraft(keeper, {
    keep: () => isUnsaved() && keeper.keep(values),
    onLeft: () => keeper.forgetOwn(),
  });
}

/**
 * Keeps every few seconds and when the tab is hidden, because the tab may never return, and offers this person's earlier
 * drafts of the same form.
 */
export function useKeptDraft(
  keeper: DraftKeeper,
  { keep, onLeft }: { keep: () => void; onLeft: () => void },
) {
  const earlier = useRead(draftsApi.mine, { query: { Form: keeper.form } });
  const [gone, setGone] = useState<readonly string[]>([]);
  const withdraw = (id: string) => setGone((former) => [...former, id]);
  const act = useEffectEvent(keep);
  const leave = useEffectEvent(onLeft);
  useEffect(() => {
    const timer = setInterval(() => act(), KEEP_EVERY_MS);
    const onHidden = () => document.visibilityState === 'hidden' && act();
    addEventListener('visibilitychange', onHidden);
    return () => {
      clearInterval(timer);
      removeEventListener('visibilitychange', onHidden);
      leave();
    };
  }, []);

  return {
    offered: (earlier.data?.DraftInfo ?? [])
      .filter(({ Id }) => Id !== keeper.id() && !gone.includes(Id))
      .map(({ Id, SavedAt, Values }): OfferedDraft => ({
        id: Id,
        savedAt: SavedAt,
        values: parsedDraft(Values),
      })),
    /** Continues with an earlier draft. */
    adopt(draft: OfferedDraft) {
      withdraw(draft.id);
      keeper.adopt(draft);
    },
    forget(id: string) {
      withdraw(id);
      keeper.forget(id);
    },
  };
}

function parsedDraft(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
