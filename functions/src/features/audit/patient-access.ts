import type { ReadContext } from '../../core/context.ts';
import { numberConflict } from '@handoff/shared/domain/duplicates/duplicate-score';
import { disclosureActions, disclosureOf } from '@handoff/shared/domain/records/disclosure';
import { notFound } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { listAll } from '../../records/reader.ts';
import { trailEntries } from '../../records/kinds/audit-records.ts';
import { identityOf, storedKeysToFind } from '../../records/duplicate-keys.ts';
import { type KeyedReferral, keyedReferralKind, noteKind } from '../../records/kinds/referral-records.ts';
import { csvFile, EXPORT_PAGE } from '../../core/csv-export.ts';
import { patientAccessCsv, wholeTrail } from './audit-csv.ts';
import { including, oneOf, OnlyId, select } from '../../records/select.ts';
import { movedParts } from '../../records/registry.ts';

type Calls = ApiHandlers['audit'];
type Context = Pick<ReadContext, 'find' | 'trail' | 'fieldKeys' | 'caller'>;

export const patientAccess: Calls['patientAccess'] = async ({ query }, context) => {
  const { Continuation: continuation } = query;
  const { viewed } = context;
  const { referrals, isThere, entriesAt } = await accessOf(context, query);
  const { items, Continuation } = await entriesAt({ pageSize: PAGE, continuation });
  if (!isThere && items.length === 0) throw notFound('This referral');
  viewed(reportName, referrals);
  return { PatientAccessInfo: items, ReferralIds: referrals, Continuation };
};

export const patientAccessFile: Calls['patientAccessFile'] = async ({ query }, context) => {
  const { viewed, now } = context;
  const { referrals, isThere, entriesAt } = await accessOf(context, query);
  const entries = await wholeTrail((continuation) => entriesAt({ pageSize: EXPORT_PAGE, continuation }));
  if (!isThere && entries.length === 0) throw notFound('This referral');
  viewed(reportName, referrals);
  return csvFile(query.Only ?? 'patient-access', patientAccessCsv(entries), now);
};

const reportName = 'Who saw a patient';
const PAGE = 50;

/**
 * Lists the requested referral first, even when it is deleted: its entries outlive it, and so do those of referrals
 * merged into it. Others are of the same patient if a person linked them, or if they have the same number and are not
 * two people by name and date of birth; a number may be mistyped, and "Different patient" always counts.
 */
async function referralsOfPatient({ find, fieldKeys, caller }: Context, id: string) {
  const referral = await find.get(keyedReferralKind, id);
  const merged = referral?.MergedFrom?.map(({ Id }) => Id) ?? [];
  const known = { isThere: referral !== undefined, referrals: [id, ...merged] };
  const at = { find, fieldKeys, domainId: caller.businessDomainId };
  const keys = referral ? await storedKeysToFind(at, referral) : [];
  const [mbi, ssn] = [keys.flatMap((of) => of.mbi ?? []), keys.flatMap((of) => of.ssn ?? [])];
  if (!referral) return known;
  const samePatient = select(keyedReferralKind, {
    where: {
      OR: [
        // Hashes are equal when the numbers are; there is one for each version of the key.
        { DuplicateKeys: { mbi: oneOf(mbi) } },
        { DuplicateKeys: { ssn: oneOf(ssn) } },
        // A readmission names the earlier referral.
        { EarlierReferralId: id },
        { Id: referral.EarlierReferralId ?? '' },
      ],
    },
  });
  const others = await listAll(find, samePatient);
  const all = others
    .filter((other) => isSamePatient(referral, other))
    .flatMap(({ Id, MergedFrom = [] }) => [Id, ...MergedFrom.map((from) => from.Id)]);
  return { ...known, referrals: [...new Set([...known.referrals, ...all])] };
}

function isSamePatient(referral: KeyedReferral, other: KeyedReferral): boolean {
  const isLinked = other.EarlierReferralId === referral.Id || referral.EarlierReferralId === other.Id;
  const isApart =
    referral.NotDuplicateOf?.includes(other.Id) === true ||
    other.NotDuplicateOf?.includes(referral.Id) === true;
  // The query compared the numbers under every version of the key.
  const number = { mbi: 'same' };
  const isConflict = numberConflict(identityOf(referral, number), identityOf(other, number)) !== undefined;
  return isLinked || (!isApart && !isConflict);
}

const types = movedParts.map(({ type }) => type);

/** Their parts, which entries may name alone. */
const partsOfReferrals = (referrals: readonly string[]) =>
  select(noteKind, { types, withDeleted: true, where: { ReferralId: oneOf(referrals) } }, OnlyId);

interface Asked {
  ReferralId: string;
  Only?: 'disclosures' | undefined;
}

/** Includes their pages. An entry that shows records names the referral with its check or document. */
async function accessOf(context: Context, { ReferralId, Only: only }: Asked) {
  const { find, trail } = context;
  const { referrals, isThere } = await referralsOfPatient(context, ReferralId);
  const parts = await listAll(find, partsOfReferrals(referrals));
  const subjects = [...referrals, ...parts.map(({ Id }) => Id)];
  const asked = trailEntries({
    OR: [{ subject: oneOf(subjects) }, ...referrals.map((id) => ({ shown: including(id) }))],
    ...(only && { action: oneOf(disclosureActions) }),
  });
  const entriesAt = async (page: { pageSize: number; continuation: string | undefined }) => {
    const { items, Continuation } = await trail().list(asked, page);
    const entries = only ? items.filter((entry) => disclosureOf(entry) !== undefined) : items;
    return { items: entries, Continuation };
  };
  return { referrals, isThere, entriesAt };
}
