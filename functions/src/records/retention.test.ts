import { beforeAll, expect, test } from 'vitest';
import type { StoredDocument } from '../platform/ports.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { everyExample } from '../testing/examples/endpoint-examples.ts';
import { everythingStored, storedByPartition } from '../testing/stored.ts';
import { recordOf } from './registry.ts';
import { keptSeconds, NEVER_EXPIRES } from './retention.ts';

let handoff: TestApi;
let stored: StoredDocument[];
/** Times of the first and the last write. */
let [first, last] = [0, 0];

beforeAll(async () => {
  handoff = await freshApi();
  first = now();
  for (const { endpoint, as, input } of everyExample)
    await handoff.call(endpoint, await input(handoff), { as });
  stored = await everythingStored(handoff.store);
  last = now();
}, 240_000);

const now = () => handoff.platform.clock.now().getTime();

test('every stored record expires when its kind says, or never by itself', () => {
  const kinds = new Set(stored.map(({ type }) => type));
  expect(kinds.size).toBeGreaterThan(30);
  expect(stored.filter((document) => !mayExpireSo(document)).map(({ type, ttl }) => ({ type, ttl }))).toEqual(
    [],
  );
});

test('every record is in a partition that its kind names', async () => {
  const misplaced = (await storedByPartition(handoff.store)).flatMap(({ key, documents }) =>
    documents
      .filter(({ type }) => !recordOf(type)?.partitions.includes(sortOf(key)))
      .map(({ type }) => [key, type]),
  );
  expect(misplaced).toEqual([]);
});

const sortOf = (key: string) =>
  key === 'sys' ? 'system' : key.startsWith('d:') ? 'agency' : key.startsWith('u:') ? 'person' : 'state';

test('an expiring record is stored until its time and then deleted, and nothing else is', async () => {
  const expiring = stored.filter(({ ttl = NEVER_EXPIRES }) => ttl !== NEVER_EXPIRES);
  const seconds = [...new Set(expiring.map(({ ttl = 0 }) => ttl))].toSorted((a, b) => a - b);
  expect(seconds.at(-1)).toBe(keptSeconds.deleted);
  for (const moment of seconds.flatMap((ttl) => [
    first + ttl * 1000 - LEEWAY_MS,
    last + ttl * 1000 + LEEWAY_MS,
  ])) {
    handoff.advance(Math.max(0, moment - now()));
    const there = new Set((await everythingStored(handoff.store)).map(({ id }) => id));
    expect(stored.filter((document) => mustBeThere(document) && !there.has(document.id))).toEqual([]);
    expect(expiring.filter((document) => mustBeGone(document) && there.has(document.id))).toEqual([]);
  }
  expect(expiring.filter((document) => !mustBeGone(document))).toEqual([]);
});

const LEEWAY_MS = 5000;

const mustBeThere = ({ ttl = NEVER_EXPIRES }: StoredDocument) =>
  ttl === NEVER_EXPIRES || first + ttl * 1000 > now();

const mustBeGone = ({ ttl = NEVER_EXPIRES }: StoredDocument) => last + ttl * 1000 < now();

function mayExpireSo({ type, ttl, DeletedAt, PurgeAt, Waiting }: StoredDocument): boolean {
  const kind = recordOf(type)?.retention;
  if (!kind) return false;
  // A record that is deleted with its files leaves by the timer.
  const isDeleted = typeof DeletedAt === 'string' && PurgeAt === undefined;
  const isEmpty = Array.isArray(Waiting) && Waiting.length === 0;
  const hasBegun = { 'once deleted': isDeleted, 'once empty': isEmpty, always: true }[
    kind.expires ?? 'always'
  ];
  if (!kind.ttl || !hasBegun) return ttl === undefined;
  if (ttl === undefined) return false;
  return kind.ttl === 'by its limit' ? ttl > 60 : kind.ttl.includes(ttl);
}
