import { useRef, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { ErrorCode } from '@handoff/shared/contract/errors';
import { Referral } from '@handoff/shared/domain/referral/referral';
import type { CallError } from '../../../lib/call-error.ts';
import { useAction } from '../../../lib/use-action.ts';
import { mergeEdit, type ReferralEdit, type Side } from './merge-edit.ts';

/** What both changed, waiting for the person to choose. */
export interface EditConflict {
  base: Referral;
  mine: ReferralEdit;
  current: Referral;
  fields: readonly string[];
  /** Undefined leaves everything as the others have made it. */
  choose: (chosen: ReadonlyMap<string, Side> | undefined) => void;
}

/** Others can be faster again while a person chooses; nobody is faster for ever. */
const MOST_ROUNDS = 10;

/**
 * Saves an edit on whatever version there is by now. Edits of others that touch other fields go together with it
 * silently; where both changed the same field the person chooses.
 */
export function useUpdateReferral() {
  const [conflict, setConflict] = useState<EditConflict | undefined>();
  const stale = useRef<Referral | undefined>(undefined);
  const update = useAction(api.referrals.update, {
    handles: (failure) => (stale.current = currentOf(failure)) !== undefined,
  });

  const running = useRef<{ text: string; outcome: Promise<boolean> } | undefined>(undefined);

  /** True when the edit, as far as the person still wants it, is saved. A second one waits for the first. */
  function save(base: Referral, mine: ReferralEdit): Promise<boolean> {
    const text = JSON.stringify([base.Etag, mine]);
    const before = running.current;
    if (before?.text === text) return before.outcome;
    const outcome = (before?.outcome ?? Promise.resolve(true))
      .then(() => settle(base, mine))
      .finally(() => {
        if (running.current?.text === text) running.current = undefined;
      });
    running.current = { text, outcome };
    return outcome;
  }

  async function settle(base: Referral, mine: ReferralEdit): Promise<boolean> {
    let [sent, on] = [mine, base];
    for (let round = 0; round < MOST_ROUNDS; round += 1) {
      if (Object.keys(sent).length === 0) return true;
      stale.current = undefined;
      // Each round is based on the answer before it.
      // oxlint-disable-next-line no-await-in-loop
      if (await update.run({ body: { ...sent, Id: on.Id, Etag: on.Etag } })) return true;
      const current = stale.current;
      if (!current) return false;
      // oxlint-disable-next-line no-await-in-loop
      const merged = await mergeWith({ base, mine, current });
      if (!merged) return false;
      [sent, on] = [merged, current];
    }
    return false;
  }

  async function mergeWith(versions: Pick<EditConflict, 'base' | 'mine' | 'current'>) {
    const { conflicting, edit } = mergeEdit(versions);
    if (conflicting.length === 0) return edit;
    const chosen = await new Promise<ReadonlyMap<string, Side> | undefined>((choose) =>
      setConflict({ ...versions, fields: conflicting, choose }),
    );
    setConflict(undefined);
    return chosen && mergeEdit(versions, chosen).edit;
  }

  return { save, conflict, isPending: update.isPending, error: update.error };
}

function currentOf({ code, current }: CallError): Referral | undefined {
  if (code !== ('conflict' satisfies ErrorCode)) return undefined;
  return Referral.safeParse(current).data;
}
