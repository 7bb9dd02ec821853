import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { draftsApi, type DraftForm } from '@handoff/shared/contract/referrals/drafts';
import { useRead } from '../records/use-read.ts';
import { asCallError } from '../send/call-error.ts';
import { outbox } from '../send/outbox.ts';
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
  /** The application that sent it; no one has continued it yet. */
  sentBy?: string | undefined;
}

export type DraftKeeper = ReturnType<typeof createDraftKeeper>;

/** A slow connection delays a save by no more than this. */
const SETTLE_MS = 1000;

export interface DraftState {
  /** When the server last stored the draft. */
  savedAt: string | undefined;
  /** Why typing is no longer stored. */
  trouble: { text: string; isElsewhere: boolean } | undefined;
}

/** Drafts that were saved or discarded in this tab: a list that was read before does not offer them again. */
const over = new Set<string>();

/** Keeps unsaved typing on the server, so that a crash does not lose it. */
export function createDraftKeeper({ client }: ApiAccess, form: DraftForm) {
  let own: string = crypto.randomUUID();
  let kept = '';
  let isThere = false;
  let state: DraftState = { savedAt: undefined, trouble: undefined };
  let pending: Promise<unknown> = Promise.resolve();
  const watchers = new Set<() => void>();
  const lane = {};

  function update(next: DraftState): void {
    state = next;
    for (const watcher of watchers) watcher();
  }

  async function store(id: string, text: string): Promise<void> {
    const After = id === own ? state.savedAt : undefined;
    const body = { Id: id, Form: form, Values: text, ...(After !== undefined && { After }) };
    const { DraftInfo } = await client.call(draftsApi.save, { body });
    if (id === own) update({ savedAt: DraftInfo[0]?.SavedAt, trouble: undefined });
  }

  function failed(id: string, thrown: unknown): void {
    if (id !== own) return;
    // The next change tries again.
    kept = '';
    const { code, message, isAnswered } = asCallError(thrown);
    const isElsewhere = code === 'conflict';
    // After a lost answer, the stored version is not known.
    const savedAt = isAnswered ? state.savedAt : undefined;
    update({ savedAt, trouble: { text: isElsewhere ? message : 'The draft is not saved.', isElsewhere } });
  }

  function forget(id: string): void {
    over.add(id);
    const run = () => client.call(draftsApi.remove, { body: { Id: id } });
    pending = outbox.enter({ lane, wish: `forget ${id}`, silent: true, run }).catch(() => undefined);
  }

  function renew(): void {
    over.add(own);
    own = crypto.randomUUID();
    isThere = false;
    kept = '';
    update({ savedAt: undefined, trouble: undefined });
  }

  return {
    form,
    id: () => own,
    state: () => state,
    watch: (watcher: () => void) => {
      watchers.add(watcher);
      return () => void watchers.delete(watcher);
    },
    /** Resolves to true when the server has this text. */
    async keep(values: object): Promise<boolean> {
      const text = JSON.stringify(values);
      const id = own;
      if (text !== kept) {
        if (state.trouble?.isElsewhere === true) return false;
        kept = text;
        isThere = true;
        const run = () => store(id, text).catch((thrown: unknown) => failed(id, thrown));
        pending = outbox.enter({ lane, wish: `${id} ${text}`, silent: true, run });
      }
      // The same text may be on its way.
      await pending;
      return id === own && state.trouble === undefined && state.savedAt !== undefined;
    },
    /**
     * Resolves when the server has the last text or removal, or soon: a save, or a switch of the agency, comes after it.
     */
    settled: () => Promise.race([pending, new Promise((resolve) => setTimeout(resolve, SETTLE_MS))]),
    forget,
    /** Removes the draft after the form was saved or discarded. */
    forgetOwn: (): void => {
      if (isThere) forget(own);
      renew();
    },
    /** The server removed the draft when it saved the form. */
    finish: renew,
    /** Continues as another draft, beside the one that another tab changed. */
    part: renew,
    /** Continues with an earlier draft, which takes over what is in the own one or leaves it beside. */
    adopt({ id, savedAt, values }: OfferedDraft, takesOver = true): void {
      if (takesOver && isThere && id !== own) forget(own);
      own = id;
      kept = JSON.stringify(values);
      isThere = true;
      update({ savedAt, trouble: undefined });
    },
  };
}

interface Kept {
  values: object;
  isUnsaved: () => boolean;
  /** A save removes the draft, so nothing is added to it before the answer. */
  isSaving?: boolean;
}

/** Keeps the draft of a form on the server until the form is saved or discarded; leaving the page keeps it. */
export function useServerDraft(form: DraftForm, { values, isUnsaved, isSaving = false }: Kept) {
  const access = useApi();
  const [keeper] = useState(() => createDraftKeeper(access, form));
  const state = useSyncExternalStore(keeper.watch, keeper.state);
  const settle = () => void (isUnsaved() ? keeper.keep(values) : keeper.forgetOwn());
  const draft = useKeptDraft(keeper, {
    keep: () => !isSaving && settle(),
    onLeft: settle,
  });
  return {
    ...draft,
    ...state,
    id: keeper.id,
    keepNow: () => keeper.keep(values),
    settled: keeper.settled,
    discard: keeper.forgetOwn,
    finish: keeper.finish,
    part: keeper.part,
  };
}

/**
 * Keeps every few seconds and when the tab is hidden, because the tab may never return, and offers this person's earlier
 * drafts of the same form.
 */
export function useKeptDraft(
  keeper: DraftKeeper,
  { keep, onLeft }: { keep: () => unknown; onLeft: () => void },
) {
  const earlier = useMyDrafts(keeper.form);
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
    offered: earlier.drafts.filter(({ id }) => id !== keeper.id()),
    refresh: earlier.refresh,
    /** Continues with an earlier draft; see `DraftKeeper`. */
    adopt(draft: OfferedDraft, takesOver?: boolean) {
      earlier.withdraw(draft.id);
      keeper.adopt(draft, takesOver);
      if (takesOver === false) void earlier.refresh();
    },
    forget(id: string) {
      earlier.withdraw(id);
      keeper.forget(id);
    },
  };
}

/** The drafts of this person, newest first, and those of colleagues, with their patients if asked. */
export function useMyDrafts(form: DraftForm, { names = false } = {}) {
  const query = { Form: form, ...(names && { Names: 'true' as const }) };
  const reading = useRead(draftsApi.mine, { query });
  const [gone, setGone] = useState<readonly string[]>([]);
  const own = (reading.data?.DraftInfo ?? [])
    .filter(({ Id }) => !gone.includes(Id) && !over.has(Id))

    .map(({ Id, SavedAt, Values, SentBy }): OfferedDraft => ({
      id: Id,
      savedAt: SavedAt,
      values: parsedDraft(Values),
      sentBy: SentBy?.FullName,
    }));
  return { ...reading, drafts: own, withdraw: (id: string) => setGone((former) => [...former, id]) };
}

function parsedDraft(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
