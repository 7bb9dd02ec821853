import type { WriteContext } from '../../../core/context.ts';
import type { Person } from '@handoff/shared/domain/access/user';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import {
  MAX_ROWS,
  problemOf,
  type BatchEntry,
  type BatchRow,
} from '@handoff/shared/domain/eligibility/batch';
import { medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import { isMasked, isMbi, maskMbi, plainNumber } from '@handoff/shared/domain/person/identifiers';
import { notFound, existing, invalidField } from '../../../core/app-error.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import { listAll } from '../../../records/reader.ts';
import { sealNumbers } from '../../../records/sealed-numbers.ts';
import { checksLeft } from '../check/check-quota.ts';
import { partId, ROWS_A_PART, rowsOf, seenReferrals, seenRows, shown } from './batch-records.ts';
import {
  type StoredBatch,
  batchKind,
  type StoredRow,
  batchPartKind,
  numberField,
} from '../../../records/kinds/eligibility-records.ts';
import { oneOf, select } from '../../../records/select.ts';
import type { MedicareHandlers } from '../medicare-ports.ts';

type Calls = MedicareHandlers;

export const batchHandlers: Pick<Calls, 'batches' | 'batchById'> = {
  async batches(_input, context) {
    const batches = await listAll(context.find, select(batchKind));
    return {
      Batches: newestFirst(batches).map(shown),
      LeftToday: await checksLeft(context, context.eligibility.limits),
      MaxRows: MAX_ROWS,
    };
  },
  async batchById({ query }, { find, viewed }) {
    const batch = await batchOf(find, query.id);
    const Rows = await rowsOf(find, batch);
    viewed(batch.Id, [batch.Id, ...new Set(Rows.flatMap(({ ReferralId }) => ReferralId ?? []))]);
    return { Batch: shown(batch), Rows };
  },
};

const newestFirst = (batches: StoredBatch[]) =>
  batches.toSorted((one, other) => other.CreatedAt.localeCompare(one.CreatedAt));

export const startBatch: Calls['startBatch'] = async ({ body }, context) => {
  const { work, caller, now } = context;
  refuseWrongRows(body.Entries);
  const referralIds = await knownReferrals(body.Entries, work);
  const DateOfService = body.DateOfService ?? dayIn(medicareTimeZone, now);
  const [ListHash = '', ...former] = await hashesOf({ ...body, DateOfService }, context);
  const earlier = await work.list(select(batchKind, { where: { ListHash: oneOf([ListHash, ...former]) } }));
  const [same] = newestFirst(earlier.items);
  if (same && body.StartAgain !== true) return { Batch: shown(same), IsEarlier: true };

  const batch: StoredBatch = {
    Id: work.newId('batch'),
    CreatedAt: now.toISOString(),
    CreatedBy: caller.person,
    Category: body.Category,
    DateOfService,
    RowCount: body.Entries.length,
    IsOpen: true,
    ListHash,
    PartCount: Math.ceil(body.Entries.length / ROWS_A_PART),
  };
  work.create(batchKind, batch);
  for (let part = 0; part < batch.PartCount; part += 1) {
    const entries = body.Entries.slice(part * ROWS_A_PART, (part + 1) * ROWS_A_PART);
    work.create(
      batchPartKind,
      await batchPart(entries, { id: partId(batch.Id, part), batchId: batch.Id, context }),
    );
  }
  work.record({ action: 'batch.started', subject: batch.Id, shown: referralIds, topic: 'eligibilityCheck' });
  return { Batch: shown(batch), IsEarlier: false };
};

function refuseWrongRows(entries: readonly BatchEntry[]): void {
  const index = entries.findIndex((entry) => problemOf(entry) !== undefined);
  const wrong = entries[index];
  if (!wrong) return;
  const message = `Row ${index + 1}: ${problemOf(wrong)}.`;
  throw invalidField('Entries', message);
}

/** Returns the referrals of the list; all of them must be visible to the person who starts it. */
async function knownReferrals(entries: readonly BatchEntry[], find: Reader): Promise<string[]> {
  const ids = entries.flatMap(({ ReferralId }) => ReferralId ?? []);
  const seen = await seenReferrals(find, ids);
  if (ids.some((id) => !seen.has(id))) throw notFound('This referral');
  return [...new Set(ids)];
}

/** Seals full numbers for this part; the numbers of referrals are already sealed there. */
async function batchPart(
  entries: readonly BatchEntry[],
  { id, batchId, context }: { id: string; batchId: string; context: WriteContext },
) {
  const { fieldKeys, caller } = context;
  const typed = entries.flatMap(({ Mbi }, row) =>
    isMbi(plainNumber(Mbi)) ? [[numberField(row), plainNumber(Mbi)] as const] : [],
  );
  const owner = { domainId: caller.businessDomainId, id, type: batchPartKind.type };
  const { Sealed } = await sealNumbers(fieldKeys, owner, Object.fromEntries(typed));
  const Rows = entries.map(({ FirstName, LastName, DateOfBirth, Mbi, ReferralId = null }): BatchRow => ({
    FirstName: FirstName.trim(),
    LastName: LastName.trim(),
    DateOfBirth: DateOfBirth.trim(),
    Mbi: isMasked(Mbi.trim()) ? Mbi.trim() : maskMbi(plainNumber(Mbi)),
    ReferralId,
    State: 'queued',
    Attempt: 1,
    CheckId: null,
    Verdict: null,
    Label: null,
    Message: null,
  }));
  return { Id: id, BatchId: batchId, Rows, Sealed };
}

/** Hashes the list with a key, because it contains numbers; the order of its rows does not matter. */
function hashesOf(
  { Entries, Category, DateOfService }: { Entries: BatchEntry[]; Category: string; DateOfService: string },
  { fieldKeys, caller }: WriteContext,
): Promise<string[]> {
  const rows = Entries.map(({ Mbi, ReferralId = '', LastName, FirstName, DateOfBirth }) =>
    [plainNumber(Mbi), ReferralId, LastName.trim(), FirstName.trim(), DateOfBirth.trim()]
      .join('|')
      .toUpperCase(),
  );
  const text = [Category, DateOfService, ...rows.toSorted()].join('\n');
  return fieldKeys.blindIndexes(text, { domainId: caller.businessDomainId, field: 'BatchList' });
}

export const retryBatch: Calls['retryBatch'] = async ({ body }, context) => {
  const { work, caller } = context;
  const batch = existing(await work.get(batchKind, body.Id), 'This batch');
  let Retried = 0;
  for (let index = 0; index < batch.PartCount; index += 1) {
    const part = await work.get(batchPartKind, partId(batch.Id, index));
    const failed = part?.Rows.flatMap((row) => (row?.State === 'failed' ? row : [])) ?? [];
    const again = new Set<StoredRow>(await seenRows(work, failed));
    if (!part || again.size === 0) continue;
    Retried += again.size;
    const Rows = part.Rows.map((row) => (row && again.has(row) ? queuedAgain(row, caller.person) : row));
    work.replace(batchPartKind, part, { ...part, Rows });
  }
  if (Retried === 0) return { Batch: shown(batch), Retried };
  const open = { ...batch, IsOpen: true };
  work.replace(batchKind, batch, open);
  work.record({ action: 'batch.retried', subject: batch.Id, topic: 'eligibilityCheck' });
  return { Batch: shown(open), Retried };
};

const queuedAgain = (row: BatchRow, AskedBy: Person): StoredRow => ({
  ...row,
  State: 'queued',
  Attempt: row.Attempt + 1,
  Message: null,
  AskedBy,
});

const batchOf = async (find: Reader, id: string): Promise<StoredBatch> =>
  existing(await find.get(batchKind, id), 'This batch');
