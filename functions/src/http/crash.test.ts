import { randomUUID } from 'node:crypto';
import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { BlobServiceClient } from '@azure/storage-blob';
import { describe, expect, test } from 'vitest';
import { freshApi, sharedPlatform, type TestApi } from '../testing/api.ts';
import { askWhatIsBuilt, writesAmong } from '../testing/built-examples.ts';
import type { EndpointExample } from '../testing/endpoint-examples.ts';
import { countByType, everythingStored, verifyAuditChains } from '../testing/stored.ts';
import { sweepOutbox } from './outbox.ts';

const { built } = await askWhatIsBuilt();

const checkpoints = {
  atomic: ['A1', 'A2', 'A3', 'C1', 'C2'],
  lease: ['B1', 'B2', 'B3', 'B4', 'C1', 'C2'],
};
const LEASE_MS = 60_000;

/** They share the handlers of partners; and a check is never repeated by itself (check-eligibility.test.ts). */
const likePartners = new Set(['contractedPayers', 'serviceAreas']);
const byPerson = 'medicareEligibility.check';

const crashing = writesAmong(built).filter(({ area, name }) => !likePartners.has(area) && name !== byPerson);

describe.each(crashing)('$name', (example) => {
  const { mode } = example.endpoint;
  const points = mode === 'atomic' || mode === 'lease' ? checkpoints[mode] : [];

  test('whatever it dies of, the retry ends in the one effect and the one answer', async () => {
    const undisturbed = await runUntil(example, undefined);
    for (const checkpoint of points) {
      // Progress of imports is pushed past the outbox, and some calls tell nobody: they have no C1 and C2.
      const hasOutbox = undisturbed.hints > 0 && example.area !== 'addressStateUpdates';
      if (checkpoint.startsWith('C') && !hasOutbox) continue;
      const { hints, ...crashed } = await runUntil(example, checkpoint);
      expect({ checkpoint, ...crashed }).toEqual({ checkpoint, counts: undisturbed.counts, orphans: 0 });
      // Sent twice when it died between sending and noting that; a hint may be.
      expect(hints).toBeGreaterThanOrEqual(undisturbed.hints);
    }
  });
});

/** Lets the call die at the checkpoint, sends it again as a client would, and gives what is there then. */
async function runUntil(example: EndpointExample, checkpoint: string | undefined) {
  const handoff = await freshApi();
  const input = await example.input(handoff);
  const key = randomUUID();
  const send = () => handoff.call(example.endpoint, input, { as: example.as, key });
  const [blobsBefore, sentBefore] = [await countBlobs(), handoff.sent.length];
  const filesBefore = countFiles(countByType(await everythingStored(handoff.store)));

  if (checkpoint) {
    const died = handoff.crashAt(checkpoint);
    const lost = send().then(({ status, text }) => {
      throw new Error(`It did not die at ${checkpoint} but answered ${status} ${text}`);
    });
    await Promise.race([died, lost]);
  }
  if (checkpoint === 'B2' || checkpoint === 'B3') {
    const early = await send();
    if (early.error().code !== 'request_in_progress' || Number(early.headers['Retry-After']) < 50)
      throw new Error(`While the lease is held: ${early.status} ${early.text}`);
    handoff.advance(LEASE_MS + 1);
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
    orphans: (await countBlobs()) - blobsBefore - (countFiles(counts) - filesBefore),
  };
}

async function countBlobs(): Promise<number> {
  const { azurite } = await sharedPlatform();
  const service = BlobServiceClient.fromConnectionString(azurite.connectionString);
  const names: string[] = [];
  for (const container of ['documents', 'state-files'])
    for await (const { name } of service.getContainerClient(container).listBlobsFlat()) names.push(name);
  return names.length;
}

/** What has a blob: a document, an import. */
function countFiles(counts: Record<string, number>): number {
  return (counts['document'] ?? 0) + (counts['import'] ?? 0);
}

/** One write per kind, for what does not depend on the call. */
const nameOf = (mode: 'atomic' | 'lease') => (mode === 'atomic' ? 'referrals.create' : 'services.uploadFile');

describe.each(['atomic', 'lease'] as const)('%s, with a store that fails', (mode) => {
  const example = built.find(({ name }) => name === nameOf(mode));
  if (!example) throw new Error('the example is gone');

  async function effectOf(fail: (handoff: TestApi) => void) {
    if (!example) throw new Error('the example is gone');
    const handoff = await freshApi();
    const input = await example.input(handoff);
    const before = countByType(await everythingStored(handoff.store));
    fail(handoff);
    const answer = await handoff.call(example.endpoint, input, { as: example.as });
    await verifyAuditChains(handoff.store);
    const after = countByType(await everythingStored(handoff.store));
    const more = (type: string) => (after[type] ?? 0) - (before[type] ?? 0);
    return {
      status: answer.status,
      isReplay: IDEMPOTENT_REPLAYED in answer.headers,
      made: more('referral') + more('document'),
      audited: more('audit'),
    };
  }

  test.each([
    ['a request is lost', { kind: 'drop-before-commit' }],
    ['an answer is lost', { kind: 'lose-answer' }],
    ['it answers 449', { kind: 'answer', status: 449 }],
    ['it answers 429', { kind: 'answer', status: 429, retryAfterMs: 1 }],
    ['it answers 503', { kind: 'answer', status: 503 }],
    ['it answers 408', { kind: 'answer', status: 408 }],
  ] as const)('%s: one effect and its first answer', async (_what, fault) => {
    const effect = await effectOf((handoff) => handoff.failStore('batch', fault));
    expect(effect).toEqual({ status: 200, isReplay: false, made: 1, audited: 1 });
  });
});

test('while the store is down the answer is 503 with a time to wait, and the key still works after', async () => {
  const handoff = await freshApi();
  const example = built.find(({ name }) => name === 'referrals.create');
  if (!example) throw new Error('the example is gone');
  const key = randomUUID();
  const send = async () =>
    handoff.call(example.endpoint, await example.input(handoff), { as: example.as, key });
  handoff.failStore('batch', { kind: 'answer', status: 503 }, 1_000);
  const down = await send();
  expect([down.error().code, down.headers['Retry-After']]).toEqual(['unavailable', '1']);
  handoff.failStore('document', { kind: 'answer', status: 429, retryAfterMs: 1 }, 1_000);
  expect((await send()).error().code).toBe('unavailable');
  handoff.failStore('batch', { kind: 'lose-answer' }, 0);
  expect((await send()).status).toBe(200);
});
