import { useRef, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { ErrorCode } from '@handoff/shared/contract/errors';
import { Referral, type ReferralRow, type ReferralUpdate } from '@handoff/shared/domain/referral/referral';
import {
  changedFields,
  choose,
  type Conflict,
  type Edit,
  rebase,
  type Side,
} from '../../../data/records/merge.ts';
import type { CallError } from '../../../data/send/call-error.ts';
import { inTurn } from '../../../data/send/in-turn.ts';
import { outbox, type Place } from '../../../data/send/outbox.ts';
import { useAction } from '../../../data/send/use-action.ts';

/** The fields of a referral that people edit, as an update sends them. */
export interface ReferralEdit extends Omit<ReferralUpdate, 'Id' | 'Etag' | 'Payers' | 'Decision'> {
  Payers?: Referral['Payers'];
  Decision?: Referral['Decision'];
}

/** From its page, or from a list, which knows less of it. */
type Seen = Referral | ReferralRow;

export interface EditConflict extends Conflict {
  /** Undefined leaves everything as the others have made it. */
  choose: (chosen: ReadonlyMap<string, Side> | undefined) => void;
}

/** Others can be faster again while a person chooses; no one is faster for ever. */
const MAX_ROUNDS = 10;

/** A reason belongs to its decision, and whether a street is in the imported file to the street. */
const wholes = ['Decision', 'Address'];

/**
 * Saves a quick edit on whatever version there is by now. Edits of others that touch other fields go together with it
 * silently; where both changed the same field the person chooses.
 */
export function useUpdateReferral({ handles }: { handles?: (failure: CallError) => boolean } = {}) {
  const [conflict, setConflict] = useState<EditConflict | undefined>();
  const stale = useRef<Referral | undefined>(undefined);
  const own = useRef<OwnEdit | undefined>(undefined);
  const update = useAction(api.referrals.update, {
    handles: (failure) => (stale.current = currentOf(failure)) !== undefined || handles?.(failure) === true,
  });
  const [take] = useState(() => inTurn<string, Seen | undefined>((former, wish) => former === wish));

  /** The version that has the edit, as far as the person still wants it; undefined when it is not saved. A second one waits for the first. */
  function save(base: Seen, mine: ReferralEdit): Promise<Seen | undefined> {
    return take(JSON.stringify([base.Etag, mine]), () => {
      const place = outbox.enter();
      return () => settle(base, mine, place).finally(() => place.leave());
    });
  }

  async function settle(seen: Seen, mine: ReferralEdit, place: Place): Promise<Seen | undefined> {
    const earlier = own.current?.etags.includes(seen.Etag) === true ? own.current : undefined;
    // What this person saved a moment ago, as the server keeps it, is no change of others.
    const base = { ...editable(seen), ...(earlier && savedPart(earlier)) };
    const edit = { base, values: { ...base, ...mine } };
    let on: Seen = earlier?.answer ?? seen;
    for (let round = 0; round < MAX_ROUNDS; round += 1) {
      // Each round is based on the answer before it.
      // oxlint-disable-next-line no-await-in-loop
      const merged = await mergeWith(edit, on);
      // oxlint-disable-next-line no-await-in-loop
      const { saved, current } = merged
        ? await send(on, changedFields(merged.values, merged.base), place)
        : {};
      if (saved) own.current = withEdit(earlier ?? ownOn(seen), mine, saved);
      if (!current) return saved;
      on = current;
    }
    return undefined;
  }

  /** What came of it: saved, or refused because this is current by now, or neither. */
  async function send(
    on: Seen,
    edit: ReferralEdit,
    place: Place,
  ): Promise<{ saved?: Seen; current?: Referral }> {
    if (Object.keys(edit).length === 0) return { saved: on };
    stale.current = undefined;
    const answer = await update.run({ body: { ...edit, Id: on.Id, Etag: on.Etag } }, place);
    if (answer) return { saved: answer.ReferralInfo[0] ?? on };
    return stale.current ? { current: stale.current } : {};
  }

  /** The edit on the current version, after a person's choice where there is one. */
  async function mergeWith(mine: Edit<ReferralEdit>, current: Seen) {
    const theirs: ReferralEdit = editable(current);
    const { colliding, ...edit } = rebase(mine, theirs, wholes);
    if (colliding.length === 0) return edit;
    const chosen = await new Promise<ReadonlyMap<string, Side> | undefined>((onChoose) =>
      setConflict({
        names: colliding,
        mine: edit.values,
        theirs,
        by: current.UpdatedBy,
        choose: onChoose,
      }),
    );
    setConflict(undefined);
    return chosen && choose(edit, theirs, chosen);
  }

  return { save, conflict, isPending: update.isPending };
}

/** The edits of this person one after the other, and what came of them. */
interface OwnEdit {
  /** Of the version that the first was made on, and of those that came of each: a page may show any of them. */
  etags: readonly string[];
  edit: ReferralEdit;
  answer: Seen;
}

const ownOn = (seen: Seen): OwnEdit => ({ etags: [seen.Etag], edit: {}, answer: seen });

const withEdit = ({ etags, edit }: OwnEdit, mine: ReferralEdit, answer: Seen): OwnEdit => ({
  etags: [...etags, answer.Etag],
  edit: { ...edit, ...mine },
  answer,
});

function savedPart({ edit, answer }: OwnEdit): ReferralEdit {
  const names = Object.keys(edit);
  return Object.fromEntries(Object.entries(editable(answer)).filter(([name]) => names.includes(name)));
}

function editable(referral: Seen): ReferralEdit {
  const { StatusId, Owner, Priority, Interested, EarlierReferralId, NotDuplicateOf } = referral;
  const marks = { Priority, Interested, EarlierReferralId, NotDuplicateOf };
  const quick = { ...marks, StatusId, OwnerId: Owner?.Id ?? null };
  if (!('ClinicalSummary' in referral)) return quick;
  const { ReceivedAt, Source, Patient, Address, Payers, Services, ClinicalSummary, Decision } = referral;
  return { ReceivedAt, Source, Patient, Address, Payers, Services, ClinicalSummary, ...quick, Decision };
}

/** The version that a save was refused for. */
export function currentOf({ code, current }: CallError): Referral | undefined {
  if (code !== ('conflict' satisfies ErrorCode)) return undefined;
  return Referral.safeParse(current).data;
}
