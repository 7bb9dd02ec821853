import * as z from 'zod';
import type { ApiClient } from '../../../data/send/client.ts';
import { type ApiAccess, useApi } from '../../../data/use-api.ts';
import { BegunCall } from './call-fields.tsx';
import { createDraftKeeper, type DraftKeeper, useKeptDraft } from '../../../data/drafts/use-draft.ts';

const HalfWritten = z.object({
  ReferralId: z.string(),
  Text: z.string(),
  Priority: z.boolean(),
  Call: BegunCall.optional(),
});
export type HalfWritten = z.infer<typeof HalfWritten>;

/** Lives as long as the tab, because the text outlives its field. */
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
 * A note in progress, or being sent, is also stored on the server, so that a crashed browser does not lose it. `note`
 * returns its current text even after its field is gone, or undefined when nothing is left to lose.
 */
export function useKeptNote(referralId: string, note: () => HalfWritten | undefined) {
  const keeper = keeperOf(useApi(), referralId);
  function settle() {
    const now = note();
    if (now) void keeper.keep(now);
    else keeper.forgetOwn();
  }
  const draft = useKeptDraft(keeper, { keep: settle, onLeft: settle });

  return {
    ...draft,
    offered: draft.offered.flatMap((earlier) => {
      const values = HalfWritten.safeParse(earlier.values).data;
      return values?.ReferralId === referralId ? [{ ...earlier, values }] : [];
    }),
    /** Call after a note was saved; its field may be gone by then. */
    settle,
  };
}
