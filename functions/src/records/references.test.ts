import * as z from 'zod';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { HARBOR } from '../testing/people.ts';
import { storedIn } from '../testing/stored.ts';
import { keepThing, pipelineOn, writeOf } from '../testing/writes.ts';
import { seesAll } from './restriction.ts';
import { runAtomic } from '../writes/atomic.ts';
import { readerOn } from './reader.ts';
import { countUses, inUse, reassignReferences, referenceOf, referencesNow } from './references.ts';
import { select } from './select.ts';

const kind = (type: string) => ({ type, schema: z.object({ Id: z.string(), Payer: z.string() }) });

const usesOf = (payer: string) =>
  ['plan', 'contract'].map((type) =>
    referenceOf({
      what: `${type}s`,
      kind: kind(type),
      found: select(kind(type), { where: { Payer: payer } }),
      moved: (record) => ({ ...record, Payer: 'new' }),
      changes: (before, after) => ({
        action: type === 'plan' ? 'advantage-plan.updated' : 'contracted-payer.updated',
        subject: before.Id,
        changes: [{ field: 'Payer', old: before.Payer, new: after.Payer }],
      }),
    }),
  );

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
  await refer('plan', 3);
  await refer('contract', 2);
});

async function refer(type: string, count: number, fields: object = {}): Promise<void> {
  const operations = Array.from({ length: count }, (_, n) => {
    const id = `${type}-${n}${JSON.stringify(fields).length}`;
    return {
      op: 'create' as const,
      document: { id, Id: id, type, Payer: 'old', DeletedAt: null, ...fields },
    };
  });
  await handoff.store.app(`d:${HARBOR}`).commit(operations);
}

const find = () => readerOn(handoff.platform, `d:${HARBOR}`, seesAll);

async function reassign(room?: number) {
  let done: unknown;
  await runAtomic(writeOf(pipelineOn(handoff.platform), keepThing), async (_input, context) => {
    done = await reassignReferences(context, usesOf('old'), room);
    return {};
  });
  return done;
}

test('references are counted, without deleted ones', async () => {
  await refer('plan', 1, { DeletedAt: '2026-11-01T00:00:00.000Z' });
  await refer('plan', 1, { Payer: 'another' });
  expect(await countUses(find(), usesOf('old'))).toEqual([
    { what: 'plans', count: 3 },
    { what: 'contracts', count: 2 },
  ]);
  expect(await referencesNow(find(), usesOf('none'))).toEqual([]);
});

test('the error names the records that still use it', () => {
  const usedIn = [
    { what: 'plans', count: 3 },
    { what: 'contracts', count: 2 },
  ];
  expect(inUse('Acme', usedIn)).toMatchObject({
    code: 'in_use',
    message: 'Acme is still used: plans (3), contracts (2).',
    details: { usedIn },
  });
});

test('every reference moves to the replacement, with one audit entry each', async () => {
  expect(await reassign()).toEqual({ moved: 5, remaining: 0 });
  expect(await countUses(find(), usesOf('new'))).toEqual([
    { what: 'plans', count: 3 },
    { what: 'contracts', count: 2 },
  ]);
  const entries = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ type }) => type === 'audit');
  expect(entries.map(({ action }) => action)).toEqual([
    ...Array.from({ length: 3 }, () => 'advantage-plan.updated'),
    ...Array.from({ length: 2 }, () => 'contracted-payer.updated'),
  ]);
});

test('moves stay within the given number, and the rest is counted', async () => {
  expect(await reassign(2)).toEqual({ moved: 2, remaining: 3 });
  expect(await reassign(2)).toEqual({ moved: 2, remaining: 1 });
  expect(await reassign(2)).toEqual({ moved: 1, remaining: 0 });
  expect(await reassign(2)).toEqual({ moved: 0, remaining: 0 });
});

test('one batch holds forty moves', async () => {
  await refer('plan', 45, { Name: 'more' });
  expect(await reassign()).toEqual({ moved: 40, remaining: 10 });
});
