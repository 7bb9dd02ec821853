import { useState } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import {
  Referral,
  type ReferralRow,
  type ReferralUpdate as UpdateBody,
} from '@handoff/shared/domain/referral/referral';
import { type Conflict, type Side, valueAt, withValue } from '../../../data/records/merge.ts';
import type { CallError } from '../../../data/send/call-error.ts';
import type { InputOf } from '../../../data/send/client.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { useApi } from '../../../data/use-api.ts';
import type { MadeDecision } from '../decision/decide.ts';

/** The fields to save, as the record has them. A decision comes from decision/decide.ts. */
export interface ReferralEdit extends Omit<UpdateBody, 'Id' | 'Etag' | 'OwnerId' | 'Owner' | 'Decision'> {
  Owner?: Referral['Owner'];
  Decision?: MadeDecision;
}

/** Undefined keeps everything that the others saved. */
type Choice = ReadonlyMap<string, Side> | undefined;

export type ReferralUpdate = ReturnType<typeof useUpdateReferral>;

/**
 * Shows a quick edit at once and saves it. The server combines it with what others have saved since; where both changed
 * the same field, the person chooses.
 */
export function useUpdateReferral({ showsFailure = false } = {}) {
  const { records } = useApi();
  const [conflict, setConflict] = useState<Conflict & { choose: (chosen: Choice) => void }>();
  const update = useAction(referralsApi.update, { onCollision: chosenBody, showsFailure });

  /** Resolves with the failure, and with undefined when the edit is saved. */
  async function save(seen: Referral | ReferralRow, edit: ReferralEdit): Promise<CallError | undefined> {
    const changed = changedFields(edit, seen);
    if (Object.keys(changed).length === 0) return undefined;
    const end = records.edit('referral', seen.Id, edit);
    const saved = await update.run({ body: { ...changed, Id: seen.Id, Etag: seen.Etag } }).finally(end);
    return saved.ok ? undefined : saved.failure;
  }

  /** Returns what is left of the edit, on the version of the others. */
  async function chosenBody({ fields, current }: CallError, { body }: InputOf<typeof referralsApi.update>) {
    const { Id, Etag: _seen, ...edit } = body;
    const theirs = Referral.parse(current);
    const names = Object.keys(fields);
    const chosen = await new Promise<Choice>((choose) =>
      setConflict({ names, mine: { ...theirs, ...edit }, theirs, by: theirs.UpdatedBy, choose }),
    );
    setConflict(undefined);
    if (!chosen) return undefined;
    const left = names
      .filter((name) => chosen.get(name) === 'theirs')
      .reduce((kept, name) => withValue(kept, name, valueAt(theirs, name)), edit);
    const changed = changedFields(left, theirs);
    return Object.keys(changed).length > 0 ? { body: { ...changed, Id, Etag: theirs.Etag } } : undefined;
  }

  return { save, conflict, isPending: update.isPending };
}

/** Returns the top-level fields that differ: of a decision, all parts are sent. */
function changedFields<T extends object>(edit: T, from: object): Partial<T> {
  const changed: Partial<T> = { ...edit };
  for (const [name, value] of Object.entries(edit))
    if (JSON.stringify(value) === JSON.stringify(Reflect.get(from, name)))
      Reflect.deleteProperty(changed, name);
  return changed;
}
