import { commitWithRetry } from '../../../pipeline/unit-of-work/commit.ts';
import type { Operation, Platform, StoredDocument, Versioned } from '../../../platform/ports.ts';
import * as z from 'zod';
import { recordKind } from '../../../platform/record-kind.ts';
import type { Reverification } from '../history/last-check.ts';

// Bookkeeping of the timer's: no one's data, so it leaves the audit head alone. Who is overtaken lets it be.

const PAUSE = 'reverification-pause';

/** An agency's scheduled checks rest after a failure, the longer the more there were in a row. */
const ReverificationPause = z.object({
  Id: z.literal(PAUSE),
  Until: z.string(),
  Failures: z.number().int(),
});
const reverificationPauseKind = recordKind(PAUSE, ReverificationPause);

const FIRST_MS = 15 * 60_000;
const LONGEST_MS = 24 * 3_600_000;

const partitionOf = ({ store }: Platform, domainId: string) => store.app(`d:${domainId}`);

export async function isPaused(platform: Platform, domainId: string): Promise<boolean> {
  const stored = await partitionOf(platform, domainId).read(PAUSE);
  return stored !== undefined && reverificationPauseKind.schema.parse(stored).Until > nowOf(platform);
}

/** A provider that fails is left alone, the longer the more often it did. */
export async function pauseAgency(platform: Platform, domainId: string): Promise<void> {
  const stored = await partitionOf(platform, domainId).read(PAUSE);
  const before = stored ? reverificationPauseKind.schema.parse(stored).Failures : 0;
  const restMs = Math.min(FIRST_MS * 2 ** before, LONGEST_MS);
  const Until = new Date(platform.clock.now().getTime() + restMs).toISOString();
  const document = { id: PAUSE, type: PAUSE, DeletedAt: null, Id: PAUSE, Until, Failures: before + 1 };
  await commitWithRetry(platform, partitionOf(platform, domainId), [written(document, stored)]);
}

export async function endPause(platform: Platform, domainId: string): Promise<void> {
  const stored = await partitionOf(platform, domainId).read(PAUSE);
  if (stored) await partitionOf(platform, domainId).remove(PAUSE, stored._etag);
}

/** A referral that is not to be asked about is looked at again in so many days: it may be open again. */
export async function deferReverification(
  platform: Platform,
  { domainId, due, days }: { domainId: string; due: Reverification; days: number },
): Promise<void> {
  const stored = await partitionOf(platform, domainId).read(due.Id);
  if (!stored) return;
  const at = platform.clock.now().getTime() + days * 24 * 3_600_000;
  const { _etag, ...fields } = stored;
  const document = { ...fields, id: stored.id, type: stored.type, NotBefore: new Date(at).toISOString() };
  await commitWithRetry(platform, partitionOf(platform, domainId), [written(document, stored)]);
}

function written(document: StoredDocument, stored: Versioned | undefined): Operation {
  return stored ? { op: 'replace', document, ifMatch: stored._etag } : { op: 'create', document };
}

const nowOf = ({ clock }: Platform) => clock.now().toISOString();
