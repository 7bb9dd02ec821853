import { useRef, useState } from 'react';
import * as z from 'zod';
import type { ListName } from '@handoff/shared/domain/agency/list-settings';
import { type Place, outbox, useAction } from '../../../data/send/outbox.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { Entry, listKinds } from './list-kinds.ts';

const Saved = z.looseObject({ Etag: z.string(), Remaining: z.number() });

interface Save {
  /** Applied to the newest list when the save is sent. */
  edit: (list: readonly Entry[]) => Entry[];
  /** The replacement for an entry that `edit` removes. */
  remap?: { From: string; To: string } | undefined;
  /** Shows no toast, because the change is visible on screen. */
  isQuiet?: boolean;
}

/** A list whose saves run one after the other, each based on the answer to the one before. */
export function useList(name: ListName) {
  const { reading } = useSettings();
  const { update } = listKinds[name];
  const loud = useAction(update, { isDone: (answer) => Saved.parse(answer).Remaining === 0 });
  const quiet = useAction(update, { isDone: () => false });
  const [ahead, setAhead] = useState<readonly Entry[] | undefined>();
  const waiting = useRef(0);
  const list: readonly Entry[] = reading.data?.[name] ?? [];
  const latest = useRef({ Etag: '', list });
  latest.current = { Etag: reading.data?.SettingsEtags[name] ?? '', list };

  /** The remaining uses of a removed entry; undefined after a failure, which has been shown. */
  function save(change: Save): Promise<number | undefined> {
    // A quiet change is shown at once, until the last of its saves is answered.
    if (change.isQuiet === true) setAhead((former) => change.edit(former ?? list));
    waiting.current += 1;
    const run = (place: Place | undefined) => send(change, place);
    return outbox.enter({ lane: `list ${name}`, wish: crypto.randomUUID(), run }).finally(() => {
      waiting.current -= 1;
      if (waiting.current === 0) setAhead(undefined);
    });
  }

  async function send({ edit, remap, isQuiet = false }: Save, place: Place | undefined) {
    const base = latest.current;
    const body = { Etag: base.Etag, [name]: edit(base.list), ...(remap && { Remap: [remap] }) };
    const saved = await (isQuiet ? quiet : loud).send({ body }, place);
    if (!saved.ok) {
      await reading.refresh();
      return undefined;
    }
    const { Etag, Remaining, [name]: entries } = Saved.parse(saved.output);
    latest.current = { Etag, list: z.array(Entry).parse(entries) };
    reading.put((former) => ({
      ...former,
      [name]: entries,
      SettingsEtags: { ...former.SettingsEtags, [name]: Etag },
    }));
    return Remaining;
  }

  return { list: ahead ?? list, save };
}
