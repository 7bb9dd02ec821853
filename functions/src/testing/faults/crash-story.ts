import { randomUUID } from 'node:crypto';
import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { BlobServiceClient } from '@azure/storage-blob';
import { expect } from 'vitest';
import * as z from 'zod';
import { sweepOutbox } from '../../writes/outbox.ts';
import type { StoredDocument } from '../../platform/ports.ts';
import { freshApi, sharedPlatform, type TestApi } from '../api.ts';
import type { EndpointExample } from '../examples/endpoint-examples.ts';
import { countByType, everythingStored, verifyAuditChains } from '../stored.ts';

const checkpoints = {
  atomic: ['A1', 'A2', 'A3', 'C1', 'C2'],
  lease: ['B1', 'B2', 'B3', 'B4', 'C1', 'C2'],
};

/** Tells whether a call asks a payer midway: an attempt killed after that is not repeated automatically. */
export const asksSomebody = ({ endpoint }: EndpointExample) =>
  endpoint.mode === 'lease' && endpoint.repeat === 'by-person';
const afterAsking = ['B3a', 'B3p', 'B3'];

interface Doomed {
  handoff: TestApi;
  example: EndpointExample;
  input: unknown;
  key: string;
  checkpoint: string;
}

/** Ends the worker of the first request at the checkpoint; resolves when it did. */
export type Death = (doomed: Doomed) => Promise<void>;

interface Ways {
  /** Checkpoints to test; all when left out. */
  at?: string[];
  die?: Death;
  fresh?: () => Promise<TestApi>;
}

/**
 * Checks that the retry ends in one effect and one answer, wherever the first try is killed; throws otherwise.
 * Returns the checkpoints at which it was killed.
 */
export async function crashStory(example: EndpointExample, ways: Ways = {}): Promise<string[]> {
  const diedAt: string[] = [];
  const points = ways.at ?? checkpointsOf(example);
  const undisturbed = await runUntil(example, undefined, ways);
  // Progress of imports bypasses the outbox, and some calls push nothing: they have no C1 and C2.
  const hasOutbox = undisturbed.hints > 0 && example.area !== 'addressStateUpdates';
  for (const checkpoint of points) {
    if (checkpoint.startsWith('C') && !hasOutbox) continue;
    const { hints, ...crashed } = await runUntil(example, checkpoint, ways);
    const seen = { checkpoint, ...crashed };
    const wanted = { checkpoint, counts: undisturbed.counts, orphans: 0 };
    if (isLeftUnanswered(example, checkpoint))
      expect({ ...seen, counts: withoutTraces(seen.counts) }).toEqual({
        ...wanted,
        counts: withoutTraces(wanted.counts, 1),
      });
    else expect(seen).toEqual(wanted);
    // A message may be sent twice, when the process is killed between sending and recording that.
    if (hasOutbox) expect(hints).toBeGreaterThanOrEqual(undisturbed.hints);
    diedAt.push(checkpoint);
  }
  return diedAt;
}

function checkpointsOf(example: EndpointExample): string[] {
  const { mode } = example.endpoint;
  if (mode !== 'atomic' && mode !== 'lease') return [];
  return asksSomebody(example) ? [...checkpoints.lease, 'B3a', 'B3p'] : checkpoints[mode];
}

const isLeftUnanswered = (example: EndpointExample, checkpoint: string) =>
  asksSomebody(example) && afterAsking.includes(checkpoint);

/**
 * Leaves out what varies: the check without an answer is stored besides the one that a person requested again, and
 * the audit entries and exchanges depend on how far the request came.
 */
const withoutTraces = (
  { audit: _audit, exchange: _exchange, 'medicare-check': checks = 0, ...others }: Record<string, number>,
  failed = 0,
) => ({ ...others, 'medicare-check': checks + failed });

/** Kills the call at the checkpoint, sends it again like a client, and returns what is stored then. */
async function runUntil(
  example: EndpointExample,
  checkpoint: string | undefined,
  { die = dieInProcess, fresh = freshApi }: Ways,
) {
  const handoff = await fresh();
  const input = await example.input(handoff);
  const key = randomUUID();
  const send = () => handoff.call(example.endpoint, input, { as: example.as, key });
  const [blobsBefore, sentBefore] = [await countBlobs(), handoff.sent.length];
  const filesBefore = countFiles(await everythingStored(handoff.store));

  if (checkpoint) await die({ handoff, example, input, key, checkpoint });
  if (checkpoint?.startsWith('B2') || checkpoint?.startsWith('B3')) {
    // Sent twice, because a refused duplicate must leave the claim unchanged.
    for (const early of [await send(), await send()])
      if (early.error().code !== 'request_in_progress' || !(Number(early.headers['Retry-After']) >= 1))
        throw new Error(`While the lease is held: ${early.status} ${early.text}`);
    handoff.advance(leaseMs(example) + 1);
    if (isLeftUnanswered(example, checkpoint)) expect((await send()).error().code).toBe('unavailable');
  }
  const answer = await send();
  expect([checkpoint, answer.status]).toEqual([checkpoint, 200]);
  const again = await send();
  expect([again.text, again.headers[IDEMPOTENT_REPLAYED]]).toEqual([answer.text, 'true']);

  handoff.advance(16_000);
  await sweepOutbox(handoff.platform);
  const stored = await everythingStored(handoff.store);
  expect(stored.filter(({ type }) => type === 'outbox')).toEqual([]);
  await verifyAuditChains(handoff.store);
  const counts = countByType(stored);
  return {
    counts,
    hints: handoff.sent.length - sentBefore,
    orphans: (await countBlobs()) - blobsBefore - (countFiles(stored) - filesBefore),
  };
}

async function dieInProcess({ handoff, example, input, key, checkpoint }: Doomed): Promise<void> {
  const killed = handoff.crashAt(checkpoint);
  const sent = handoff.call(example.endpoint, input, { as: example.as, key });
  const lost = sent.then(({ status, text }) => {
    throw new Error(`It did not die at ${checkpoint} but answered ${status} ${text}`);
  });
  await Promise.race([killed, lost]);
}

export const leaseMs = ({ endpoint }: EndpointExample): number =>
  1_000 * (('leaseSeconds' in endpoint && endpoint.leaseSeconds) || 60);

export async function countBlobs(): Promise<number> {
  const { azurite } = await sharedPlatform();
  const service = BlobServiceClient.fromConnectionString(azurite.connectionString);
  const names: string[] = [];
  for (const container of ['documents', 'state-files'])
    for await (const { name } of service.getContainerClient(container).listBlobsFlat()) names.push(name);
  return names.length;
}

/** Counts records with a blob: documents, and imports whose file has arrived. */
const countFiles = (stored: readonly StoredDocument[]): number => stored.filter(hasFile).length;

const hasFile = (document: StoredDocument): boolean =>
  document.type === 'document' ||
  (document.type === 'import' && Import.parse(document).Progress.status !== 'uploading');

const Import = z.object({ Progress: z.object({ status: z.string() }) });
