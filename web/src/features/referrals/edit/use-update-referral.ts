import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import {
  Referral,
  ReferralRow,
  type ReferralUpdate as UpdateBody,
} from '@handoff/shared/domain/referral/referral';
import { useSave } from '../../../data/records/use-save.ts';
import type { CallError } from '../../../data/send/call-error.ts';
import { useAction } from '../../../data/send/use-action.ts';
import { useApi } from '../../../data/use-api.ts';
import type { MadeDecision } from '../decision/decide.ts';

/** The fields that people edit, in the form of an update. */
interface Fields extends Omit<UpdateBody, 'Id' | 'Etag' | 'Payers' | 'Decision'> {
  Payers?: Referral['Payers'];
  Decision?: Pick<Referral['Decision'], 'Kind'> & Partial<Referral['Decision']>;
}

/** One of them to save: a decision comes from decision/decide.ts. */
export interface ReferralEdit extends Omit<Fields, 'Decision'> {
  Decision?: MadeDecision;
}

/** A full referral, or a list row, which has fewer fields. */
type Seen = Referral | ReferralRow;

/** Merged as one value each: a reason belongs to its decision, and the match in the address file to its street. */
const wholes = ['Decision', 'Address'];

export type ReferralUpdate = ReturnType<typeof useUpdateReferral>;

interface UpdateOptions {
  handles?: (failure: CallError) => boolean;
  /** How an edit looks until it is saved. */
  shown?: (edit: Fields) => object;
}

/** Saves a quick edit on top of the newest version (data/records/use-save.ts). */
export function useUpdateReferral({ handles, shown }: UpdateOptions = {}) {
  const { records } = useApi();
  const update = useAction(referralsApi.update, {
    // A refused save is merged with the newer version and sent again.
    handles: (failure) => isStale(failure) || handles?.(failure) === true,
  });

  /** The full record, unless the list row has a newer version: every answer brings the row. */
  function latest(seen: Seen): Seen {
    const whole = Referral.safeParse(records.current('referral', seen.Id)).data;
    const row = ReferralRow.safeParse(records.current('referralRow', seen.Id)).data ?? seen;
    return whole?.Etag === row.Etag ? whole : row;
  }

  const saving = useSave<Seen, Fields>({
    kind: 'referral',
    fieldsOf: editable,
    wholes,
    latest,
    send: update.send,
    ...(shown && { shown }),
  });
  const save = (seen: Seen, edit: ReferralEdit) => saving.save(seen, edit);
  return { save, conflict: saving.conflict, isPending: update.isPending };
}

function editable(referral: Seen): Fields {
  const { StatusId, Owner, Priority, Interested, EarlierReferralId, NotDuplicateOf } = referral;
  const marks = { Priority, Interested, EarlierReferralId, NotDuplicateOf };
  const quick = { ...marks, StatusId, OwnerId: Owner?.Id ?? null };
  if (!('ClinicalSummary' in referral)) return quick;
  const { ReceivedAt, Source, Patient, Address, Payers, Services, ClinicalSummary, Clinical, Decision } =
    referral;
  return {
    ReceivedAt,
    Source,
    Patient,
    Address,
    Payers,
    Services,
    ClinicalSummary,
    Clinical,
    ...quick,
    Decision,
  };
}

const isStale = ({ code, current }: CallError) => code === 'conflict' && current !== undefined;
