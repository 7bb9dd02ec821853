import * as z from 'zod';
import type { ApiClient } from '../../../data/send/retry.ts';
import { type ApiAccess, useApi } from '../../../data/use-api.ts';
import { createDraftKeeper, type DraftKeeper, type OfferedDraft } from '../../../data/drafts/draft-keeper.ts';
import { useKeeping, useOfferedDrafts } from '../../../data/drafts/use-server-draft.ts';

const HalfWritten = z.object({
  ReferralId: z.string(),
  Text: z.string(),
  Priority: z.boolean(),
});
export type HalfWritten = z.infer<typeof HalfWritten>;

/** As long as the tab is open: the text outlives its field, too. */
const keepers = new WeakMap<ApiClient, Map<string, DraftKeeper>>();

function keeperOf(access: ApiAccess, referralId: string): DraftKeeper {
  const ofClient = keepers.get(access.client) ?? new Map<string, DraftKeeper>();
  keepers.set(access.client, ofClient);
  const place = `${access.domain} ${referralId}`;
  const keeper = ofClient.get(place) ?? createDraftKeeper(access, 'new-note');
  ofClient.set(place, keeper);
  return keeper;
}

/**
 * A note that is being written, or on its way, is on the server as well, so that a killed browser does not lose it.
 * `note` says how it is by now, also when its field is gone; undefined once there is nothing left to lose.
 */
export function useKeptNote(referralId: string, note: () => HalfWritten | undefined) {
  const keeper = keeperOf(useApi(), referralId);
  const { offered, withdraw } = useOfferedDrafts('new-note', keeper.id());
  function settle() {
    const now = note();
    if (now) keeper.keep(now);
    else keeper.forgetOwn();
  }
  useKeeping(settle, { onLeft: settle });

  return {
    offered: offered.flatMap((draft) => {
      const values = HalfWritten.safeParse(draft.values).data;
      return values?.ReferralId === referralId ? [{ ...draft, values }] : [];
    }),
    adopt(draft: OfferedDraft) {
      withdraw(draft.id);
      keeper.adopt(draft);
    },
    discard({ id }: OfferedDraft) {
      withdraw(id);
      keeper.forget(id);
    },
    /** After one of them was saved; its field may be gone by then. */
    settle,
  };
}
