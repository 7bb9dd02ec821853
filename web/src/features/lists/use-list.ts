import { useRef, useState } from 'react';
import * as z from 'zod';
import type { ListName } from '@handoff/shared/domain/agency/list-settings';
import { useAction } from '../../data/send/use-action.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { Entry, listKinds } from './list-kinds.ts';

interface Version {
  Etag: string;
  list: readonly Entry[];
}

interface State {
  /** As it was read last, which may be before the last save. */
  current: Version;
  saved?: Version;
  /** Versions that a save from here has replaced. */
  replaced: Set<string>;
  turn: Promise<unknown>;
}

const Saved = z.looseObject({ Etag: z.string(), Remaining: z.number() });

interface Save {
  /** Applied to the list as it is when its turn comes. */
  edit: (list: readonly Entry[]) => Entry[];
  /** What takes the place of an entry that `edit` leaves out. */
  remap?: { From: string; To: string } | undefined;
  /** No toast: the screen shows it. */
  isQuiet?: boolean;
}

/** A list and its saves, one after the other: each is based on the answer to the one before it. */
export function useList(name: ListName) {
  const { reading } = useSettings();
  const current: Version = {
    Etag: reading.data?.SettingsEtags[name] ?? '',
    list: reading.data?.[name] ?? [],
  };
  const { update } = listKinds[name];
  const loud = useAction(update, { isDone: (answer) => Saved.parse(answer).Remaining === 0 });
  const quiet = useAction(update, { isDone: () => false });
  const [ahead, setAhead] = useState<readonly Entry[] | undefined>();
  const state = useRef<State>({ current, replaced: new Set(), turn: Promise.resolve() });
  state.current.current = current;

  /** How many uses of a removed entry are left; nothing after a failure, which has been shown. */
  function save(change: Save): Promise<number | undefined> {
    // What needs no words is on the screen at once, and until the last of its saves is answered.
    if (change.isQuiet === true) setAhead((former) => change.edit(former ?? state.current.current.list));
    const turn = state.current.turn.then(() => send(change));
    state.current.turn = turn;
    void turn.then(() => catchUp(turn));
    return turn;
  }

  async function send({ edit, remap, isQuiet = false }: Save): Promise<number | undefined> {
    const { current: read, saved, replaced } = state.current;
    const base = saved && replaced.has(read.Etag) ? saved : read;
    const body = { Etag: base.Etag, [name]: edit(base.list), ...(remap && { Remap: [remap] }) };
    const answer = await (isQuiet ? quiet : loud).run({ body });
    if (answer === undefined) {
      delete state.current.saved;
      await reading.refresh();
      return undefined;
    }
    const { Etag, Remaining, [name]: list } = Saved.parse(answer);
    replaced.add(base.Etag);
    state.current.saved = { Etag, list: z.array(Entry).parse(list) };
    return Remaining;
  }

  /** The last save's answer is the list until the reading has it: no one who saved waits for a second answer. */
  async function catchUp(turn: Promise<unknown>): Promise<void> {
    if (state.current.turn !== turn) return;
    setAhead(state.current.saved?.list);
    await reading.refresh();
    if (state.current.turn === turn) setAhead(undefined);
  }

  return { list: ahead ?? current.list, save };
}
