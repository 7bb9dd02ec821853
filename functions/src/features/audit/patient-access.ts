import type { ReadContext } from '../../core/context.ts';
import { numberConflict } from '@handoff/shared/domain/duplicates/duplicate-score';
import { disclosureActions, disclosureOf } from '@handoff/shared/domain/records/disclosure';
import { notFound } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { listAll } from '../../records/reader.ts';
import { auditTrailKind } from '../../records/kinds/audit-records.ts';
import { identityOf, storedKeysToFind } from '../../records/duplicate-keys.ts';
import { type KeyedReferral, keyedReferralKind, referralKind } from '../../records/kinds/referral-records.ts';
import { csvFile, EXPORT_PAGE } from '../../core/csv-export.ts';
import { patientAccessCsv, wholeTrail } from './audit-csv.ts';
import { idOf } from '../../core/record-kind.ts';
import { movedParts } from '../../records/registry.ts';

type Calls = ApiHandlers['audit'];
type Context = Pick<ReadContext, 'find' | 'fieldKeys' | 'caller'>;

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
 * `@mbi`, `@ssn`: hashes, which are equal when the numbers are; one for each version of the key. `@id`, `@earlier`: a
 * readmission names the earlier referral.
 */
const samePatient =
  "SELECT * FROM c WHERE c.type = 'referral' AND c.DeletedAt = null" +
  ' AND (ARRAY_CONTAINS(@mbi, c.DuplicateKeys.mbi) OR ARRAY_CONTAINS(@ssn, c.DuplicateKeys.ssn)' +
  ' OR c.EarlierReferralId = @id OR c.Id = @earlier)';

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
  const parameters = { mbi, ssn, id, earlier: referral.EarlierReferralId ?? '' };
  const others = await listAll(find, keyedReferralKind, { sql: samePatient, parameters });
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

/** `@types`, `@referrals`: their parts, which entries may name alone. */
const partsOfReferrals =
  'SELECT c.id, c.type, c._etag, c.Id FROM c WHERE ARRAY_CONTAINS(@types, c.type) AND ARRAY_CONTAINS(@referrals, c.ReferralId)';
const types = movedParts.map(({ type }) => type);

interface Asked {
  ReferralId: string;
  Only?: 'disclosures' | undefined;
}

/** Includes their pages. An entry that shows records names the referral with its check or document. */
async function accessOf(context: Context, { ReferralId, Only: only }: Asked) {
  const { find } = context;
  const { referrals, isThere } = await referralsOfPatient(context, ReferralId);
  const parts = await listAll(find, idOf(referralKind), {
    sql: partsOfReferrals,
    parameters: { types, referrals },
  });
  const shown = referrals.map((id, index) => [`shown${index}`, id] as const);
  const isOne = [
    'ARRAY_CONTAINS(@subjects, c.subject)',
    ...shown.map(([name]) => `ARRAY_CONTAINS(c.shown, @${name})`),
  ];
  const sql =
    `SELECT * FROM c WHERE c.type IN ('audit', 'audit-view') AND (${isOne.join(' OR ')})` +
    `${only ? ' AND ARRAY_CONTAINS(@actions, c.action)' : ''} ORDER BY c.at DESC`;
  const parameters = {
    subjects: [...referrals, ...parts.map(({ Id }) => Id)],
    ...Object.fromEntries(shown),
    ...(only && { actions: disclosureActions }),
  };
  const entriesAt = async (page: { pageSize: number; continuation: string | undefined }) => {
    const { items, Continuation } = await find.list(auditTrailKind, { sql, parameters, ...page });
    const entries = only ? items.filter((entry) => disclosureOf(entry) !== undefined) : items;
    return { items: entries, Continuation };
  };
  return { referrals, isThere, entriesAt };
}
