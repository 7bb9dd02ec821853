import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { DraftForm } from '@handoff/shared/contract/referrals/drafts';
import { useApi } from '../api/use-api.ts';
import { useRead } from '../api/use-read.ts';

/** So much typing may be lost in a crash. */
const KEEP_EVERY_MS = 5000;

interface Kept {
  values: object;
  isUnsaved: () => boolean;
}

export interface OfferedDraft {
  id: string;
  savedAt: string;
  values: object;
}

/**
 * Keeps on the server what is typed and not saved, so that a crash does not lose it. Where that fails nothing is said:
 * the form is still there. What is left on purpose, or was saved, is forgotten.
 */
export function useServerDraft(form: DraftForm, { values, isUnsaved }: Kept) {
  const { client, domain } = useApi();
  const [id, setId] = useState<string>(() => crypto.randomUUID());
  const earlier = useRead(api.drafts.mine, { query: { Form: form } });
  const [gone, setGone] = useState<readonly string[]>([]);
  const text = JSON.stringify(values);
  const kept = useRef({ text, isThere: false, last: Promise.resolve() });

  const inTurn = (send: () => Promise<unknown>) => {
    kept.current.last = kept.current.last.then(send).then(
      () => undefined,
      // Tried again with the next change.
      () => void (kept.current.text = ''),
    );
  };
  const how = () => ({ key: crypto.randomUUID(), domain });
  const keep = useEffectEvent(() => {
    if (text === kept.current.text || !isUnsaved()) return;
    kept.current = { ...kept.current, text, isThere: true };
    inTurn(() => client.call(api.drafts.save, { body: { Id: id, Form: form, Values: text } }, how()));
  });
  function forget(draft: string) {
    setGone((former) => [...former, draft]);
    inTurn(() => client.call(api.drafts.remove, { body: { Id: draft } }, how()));
  }
  const leave = useEffectEvent(() => {
    if (kept.current.isThere) forget(id);
  });

  useEffect(() => {
    const timer = setInterval(() => keep(), KEEP_EVERY_MS);
    const onHidden = () => document.visibilityState === 'hidden' && keep();
    addEventListener('visibilitychange', onHidden);
    return () => {
      clearInterval(timer);
      removeEventListener('visibilitychange', onHidden);
      leave();
    };
  }, []);

  return {
    offered: (earlier.data?.DraftInfo ?? [])
      .filter((draft) => draft.Id !== id && !gone.includes(draft.Id))
      .map((draft): OfferedDraft => ({ id: draft.Id, savedAt: draft.SavedAt, values: parsed(draft.Values) })),
    /** The form goes on with it. */
    adopt(draft: OfferedDraft) {
      setId(draft.id);
      kept.current = { ...kept.current, text: JSON.stringify(draft.values), isThere: true };
    },
    forget,
  };
}

function parsed(text: string): object {
  try {
    return Object(JSON.parse(text));
  } catch {
    return {};
  }
}
