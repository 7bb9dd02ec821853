import type { Api } from '@handoff/shared/contract/api';
import { disclosureActions, disclosureOf } from '@handoff/shared/domain/records/disclosure';
import * as z from 'zod';
import { notFound } from '../../pipeline/request/app-error.ts';
import type { ReadHandler } from '../../pipeline/request/handlers.ts';
import { listAll } from '../../pipeline/unit-of-work/reader.ts';
import type { Reader } from '../../pipeline/unit-of-work/unit-of-work.ts';
import { recordKind } from '../../platform/record-kind.ts';
import { auditTrailKind } from '../../records/audit-records.ts';
import { keyedReferralKind } from '../../records/referral-records.ts';
import { csvFile, EXPORT_PAGE } from '../../pipeline/request/csv-export.ts';
import { patientAccessCsv, wholeTrail } from './audit-csv.ts';

type Calls = Api['audit'];

export const patientAccess: ReadHandler<Calls['patientAccess']> = async ({ query }, { find, viewed }) => {
  const { Continuation: continuation } = query;
  const { referrals, isThere, entriesAt } = await accessOf(find, query);
  const { items, Continuation } = await entriesAt({ pageSize: PAGE, continuation });
  if (!isThere && items.length === 0) throw notFound('This referral');
  viewed(reportName, referrals);
  return { PatientAccessInfo: items, ReferralIds: referrals, Continuation };
};

export const patientAccessFile: ReadHandler<Calls['patientAccessFile']> = async ({ query }, context) => {
  const { find, viewed, now } = context;
  const { referrals, isThere, entriesAt } = await accessOf(find, query);
  const entries = await wholeTrail((continuation) => entriesAt({ pageSize: EXPORT_PAGE, continuation }));
  if (!isThere && entries.length === 0) throw notFound('This referral');
  viewed(reportName, referrals);
  return csvFile(query.Only ?? 'patient-access', patientAccessCsv(entries), now);
};

const reportName = 'Who saw a patient';
const PAGE = 50;
/** Of one patient; each is a term of the query. */
const MAX_REFERRALS = 20;

/** `@mbi`, `@ssn`: hashes, which are equal when the numbers are. */
const samePatient =
  "SELECT * FROM c WHERE c.type = 'referral' AND c.DeletedAt = null" +
  ' AND (c.DuplicateKeys.mbi = @mbi OR c.DuplicateKeys.ssn = @ssn)';

/** The one asked about first, also when it is deleted: its entries outlive it. */
async function referralsOfPatient(find: Reader, id: string) {
  const referral = await find.get(keyedReferralKind, id);
  const { mbi, ssn } = referral?.DuplicateKeys ?? {};
  const known = { isThere: referral !== undefined, referrals: [id] };
  if (mbi === undefined && ssn === undefined) return known;
  // What it does not have equals nothing.
  const parameters = { mbi: mbi ?? '-', ssn: ssn ?? '-' };
  const same = await find.list(keyedReferralKind, { sql: samePatient, parameters, pageSize: MAX_REFERRALS });
  const others = same.items.map(({ Id }) => Id).filter((other) => other !== id);
  return { ...known, referrals: [id, ...others] };
}

const idKind = recordKind(
  'of-a-referral',
  z.object({ id: z.string() }).transform(({ id }) => ({ Id: id })),
);

/** `@referrals`: their checks and documents, which entries may name alone. */
const partsOfReferrals =
  "SELECT c.id, c.type, c._etag FROM c WHERE c.type IN ('medicare-check', 'document') AND ARRAY_CONTAINS(@referrals, c.ReferralId)";

interface Asked {
  ReferralId: string;
  Only?: 'disclosures' | undefined;
}

/** Its pages too. An entry that shows records names the referral with its check or document. */
async function accessOf(find: Reader, { ReferralId, Only: only }: Asked) {
  const { referrals, isThere } = await referralsOfPatient(find, ReferralId);
  const parts = await listAll(find, idKind, { sql: partsOfReferrals, parameters: { referrals } });
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
