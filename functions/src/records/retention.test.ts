import { expect, test } from 'vitest';
import type { StoredDocument } from '../platform/ports.ts';
import { freshApi } from '../testing/api.ts';
import { everyExample } from '../testing/examples/endpoint-examples.ts';
import { everythingStored } from '../testing/stored.ts';
import { retention } from './retention.ts';

test(
  'every record that a call leaves expires when its kind says, or not by itself',
  { timeout: 240_000 },
  async () => {
    const handoff = await freshApi();
    for (const { endpoint, as, input } of everyExample)
      await handoff.call(endpoint, await input(handoff), { as });
    const stored = await everythingStored(handoff.store);
    const kinds = new Set(stored.map(({ type }) => type));
    expect(kinds.size).toBeGreaterThan(30);
    expect(
      stored.filter((document) => !mayExpireSo(document)).map(({ type, ttl }) => ({ type, ttl })),
    ).toEqual([]);
  },
);

function mayExpireSo({ type, ttl, DeletedAt, PurgeAt, Waiting }: StoredDocument): boolean {
  const kind = retention[type];
  if (!kind) return false;
  // What is deleted with its files goes by the timer.
  const isDeleted = typeof DeletedAt === 'string' && PurgeAt === undefined;
  const isEmpty = Array.isArray(Waiting) && Waiting.length === 0;
  const hasBegun = { 'once deleted': isDeleted, 'once empty': isEmpty, always: true }[
    kind.expires ?? 'always'
  ];
  if (!kind.ttl || !hasBegun) return ttl === undefined;
  if (ttl === undefined) return false;
  return kind.ttl === 'by its limit' ? ttl > 60 : kind.ttl.includes(ttl);
}
