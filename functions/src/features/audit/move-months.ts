import { addDays } from '@handoff/shared/domain/records/calendar-day';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import * as z from 'zod';
import type { JobContext, JobPorts } from '../../core/context.ts';
import { type Listed, type Reader, readAs } from '../../core/unit-of-work.ts';
import type { StoredDocument } from '../../platform/ports.ts';
import { auditKind, TRAIL_MONTHS, trailMonthsKind, viewKind } from '../../records/kinds/audit-records.ts';
import { above, atLeast, atMost, countOf, select, type Where } from '../../records/select.ts';
import { unversioned, updateDocument } from '../../writes/commit.ts';

export type MoveJob = JobContext & Pick<JobPorts, 'records' | 'trailMonth'>;

/** Longer than any question that is asked without the months, such as who is inactive. */
const REST_DAYS = 60;
/** Each costs about 700 request units. 60,000 referrals a year are 9,500 pages a month: ten days. */
const PAGES_A_RUN = 1_000;
/** How far a copy has come is noted after so many, because a run may die. */
const PAGES_A_NOTE = 50;
const BUSY_MS = 1_000;
const PAGE = 100;
/** A batch has at most 2 MB. */
const MAX_BYTES = 1_000_000;

/** The document of an entry, unchanged: it is what was hashed. */
const storedKind = readAs(
  auditKind,
  z
    .looseObject({
      id: z.string(),
      type: z.string(),
      at: z.string(),
      seq: z.number().catch(0),
      _etag: z.string(),
    })
    .transform((stored) => ({
      Id: stored.id,
      at: stored.at,
      seq: stored.seq,
      document: unversioned(stored),
    })),
);

type Entry = z.output<typeof storedKind.schema>;

const entriesOf = (where: Where<AuditEntry>) =>
  select(storedKind, { types: [auditKind.type, viewKind.type], withDeleted: true, where, order: ['at ASC'] });

interface Moving {
  job: MoveJob;
  domainId: string;
  find: Reader;
  pagesLeft: number;
}

/**
 * Moves months of an agency's trail that were sealed, exported and anchored to partitions of their own, because a
 * partition has at most 20 GB. A month is copied, then said to be there, then removed: readers find each entry once at
 * any time, and a run that dies in between is continued by the next one.
 */
export async function moveMonths(
  job: MoveJob,
  { domainId, find, sealedUntil }: { domainId: string; find: Reader; sealedUntil: string },
): Promise<void> {
  const rested = addDays(job.clock.now().toISOString().slice(0, 10), -REST_DAYS);
  const unsealed = addDays(sealedUntil, 1);
  const end = monthOf(rested < unsealed ? rested : unsealed);
  const moving: Moving = { job, domainId, find, pagesLeft: PAGES_A_RUN };
  while (moving.pagesLeft > 0) {
    const state = (await find.get(trailMonthsKind, TRAIL_MONTHS)) ?? { Moved: [], Copying: null };
    await removeCopied(moving, state.Moved.at(-1)?.Month);
    const month = await oldestMonth(find);
    if (month >= end || moving.pagesLeft <= 0) return;
    await moveMonth(moving, month, state);
  }
}

type State = Omit<z.output<typeof trailMonthsKind.schema>, 'Id'>;

async function moveMonth(moving: Moving, month: string, { Moved, Copying }: State): Promise<void> {
  const { job } = moving;
  const through = await copyMonth(moving, month, Copying?.Through ?? month);
  await job.checkpoint('trail-copied');
  if (through === null) {
    const Seq = Math.max(Moved.at(-1)?.Seq ?? 0, await lastLinkOf(moving, month));
    await note(moving, { Moved: [...Moved, { Month: month, Seq }], Copying: null });
  } else await note(moving, { Moved, Copying: { Through: through } });
  await job.checkpoint('trail-moved');
}

async function removeCopied(moving: Moving, month: string | undefined): Promise<void> {
  if (month === undefined) return;
  const { find, job, domainId } = moving;
  while (moving.pagesLeft > 0) {
    const page = await find.list(entriesOf({ at: atMost(`${month}~`) }), { pageSize: PAGE });
    if (page.items.length === 0) return;
    const isRemoved = await job.records(domainId).removeAll(page.items.map(({ Id }) => Id));
    if (!isRemoved) await job.clock.sleep(BUSY_MS);
    await job.checkpoint('trail-removed');
    moving.pagesLeft -= 1;
  }
}

async function oldestMonth(find: Reader): Promise<string> {
  const oldest = await find.list(entriesOf({ at: above('') }), { pageSize: 1 });
  return monthOf(oldest.items[0]?.at ?? '9999-12-31');
}

const monthOf = (day: string) => day.slice(0, 7);

/** Returns the time up to which it has copied; null when that is all. What was copied before is the same again. */
async function copyMonth(moving: Moving, month: string, from: string): Promise<string | null> {
  const target = moving.job.trailMonth(moving.domainId, month);
  const entries = entriesOf({ at: [atLeast(from), atMost(`${month}~`)] });
  let [through, continuation]: [string, string | null | undefined] = [from, undefined];
  for (let pages = 0; pages < PAGES_A_NOTE; pages += 1) {
    const page: Listed<Entry> = await moving.find.list(entries, {
      pageSize: PAGE,
      ...(continuation && { continuation }),
    });
    for (const documents of inBatches(page.items.map(({ document }) => document)))
      await target.write(documents.map((document) => ({ op: 'upsert', document })));
    if (!page.Continuation) return null;
    through = page.items.at(-1)?.at ?? through;
    continuation = page.Continuation;
    moving.pagesLeft -= 1;
  }
  return through;
}

function inBatches(documents: readonly StoredDocument[]): StoredDocument[][] {
  const batches: StoredDocument[][] = [];
  let bytes = Infinity;
  for (const document of documents) {
    const own = Buffer.byteLength(JSON.stringify(document));
    bytes = bytes + own > MAX_BYTES ? own : bytes + own;
    if (bytes === own) batches.push([]);
    batches.at(-1)?.push(document);
  }
  return batches;
}

/** Throws when an entry is missing in the copy. */
async function lastLinkOf({ job, domainId, find }: Moving, month: string): Promise<number> {
  const inMonth = { at: [atLeast(month), atMost(`${month}~`)] };
  const all = entriesOf(inMonth);
  const copied = await job.trailMonth(domainId, month).count(countOf(all));
  if (copied !== (await find.count(all))) throw new Error(`The copy of ${month} of a trail is not complete`);
  const links = select(storedKind, { withDeleted: true, where: inMonth, order: ['seq DESC'] });
  return (await find.list(links, { pageSize: 1 })).items[0]?.seq ?? 0;
}

const note = ({ job, domainId }: Moving, state: State) =>
  updateDocument(job, job.records(domainId), TRAIL_MONTHS, () => ({
    id: TRAIL_MONTHS,
    type: trailMonthsKind.type,
    Id: TRAIL_MONTHS,
    DeletedAt: null,
    ...state,
  }));
