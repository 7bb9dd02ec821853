import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { DraftForm } from '@handoff/shared/contract/referrals/drafts';
import { useApi } from '../use-api.ts';
import { useRead } from '../records/use-read.ts';
import { createDraftKeeper, KEEP_EVERY_MS, type OfferedDraft, parsedDraft } from './draft-keeper.ts';

interface Kept {
  values: object;
  isUnsaved: () => boolean;
}

/** Keeps the draft of a form on the server until the form is saved or left. */
export function useServerDraft(form: DraftForm, { values, isUnsaved }: Kept) {
  const access = useApi();
  const [keeper] = useState(() => createDraftKeeper(access, form));
  const { offered, withdraw } = useOfferedDrafts(form, keeper.id());
  useKeeping(
    () => {
      if (isUnsaved()) keeper.keep(values);
    },
    { onLeft: () => keeper.forgetOwn() },
  );

  return {
    offered,
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

/** Keeps every few seconds and when the tab is hidden, because the tab may never return. */
export function useKeeping(keep: () => void, { onLeft }: { onLeft: () => void }): void {
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
}

/** Lists this person's earlier unsaved drafts of the form. */
export function useOfferedDrafts(form: DraftForm, own: string) {
  const earlier = useRead(api.drafts.mine, { query: { Form: form } });
  const [gone, setGone] = useState<readonly string[]>([]);
  return {
    offered: (earlier.data?.DraftInfo ?? [])
      .filter(({ Id }) => Id !== own && !gone.includes(Id))
      .map(({ Id, SavedAt, Values }): OfferedDraft => ({
        id: Id,
        savedAt: SavedAt,
        values: parsedDraft(Values),
      })),
    withdraw: (id: string) => setGone((former) => [...former, id]),
  };
}
