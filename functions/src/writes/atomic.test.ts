import { beforeEach, expect, test } from 'vitest';
import * as z from 'zod';
import type { Platform } from '../platform/ports.ts';
import { freshApi, type TestApi } from '../testing/api.ts';
import { HARBOR } from '../testing/people.ts';
import { storedIn, verifyAuditChains } from '../testing/stored.ts';
import { keepAs, keepThing, pipelineOn, thingKind, thingsKept, watched, writeOf } from '../testing/writes.ts';
import { AppError } from '../core/app-error.ts';
import { runAtomic, type RunAtomic } from './atomic.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

const stored = async (type: string) =>
  (await storedIn(handoff.store, `d:${HARBOR}`)).filter((document) => document.type === type);
const names = () => thingsKept(handoff.store);

const keeping: RunAtomic = async (input, context) => keepAs(String(input['Name']))(context);
const write = (Name: string, more: { key?: string; platform?: Platform } = {}) =>
  writeOf(pipelineOn(more.platform ?? handoff.platform), keepThing, { input: { Name }, ...more });

test('a repeated write gets the first answer and changes nothing', async () => {
  const first = await runAtomic(write('one', { key: 'k' }), keeping);
  const again = await runAtomic(write('one', { key: 'k' }), () => Promise.reject(new Error('It ran again')));
  expect(first).toEqual({ body: expect.stringContaining('"Id"'), replayed: false, tries: 1 });
  expect(again).toEqual({ body: first.body, replayed: true, tries: expect.any(Number) });
  expect(await names()).toEqual(['one']);
});

test('a write takes one read, of the audit head, and one batch', async () => {
  const { platform, asked } = watched(handoff.platform);
  await runAtomic(write('one', { platform }), async (_input, context) => {
    context.work.notify({ group: 'g' }, { topic: 'partner', id: 'thing' });
    return keepAs('one')(context);
  });
  expect(asked).toEqual(['read audit-head', 'commit idem audit-head audit thing outbox']);
});

test('a write that stages nothing leaves the audit head alone', async () => {
  const { platform, asked } = watched(handoff.platform);
  await runAtomic(write('one', { platform }), async () => ({}));
  expect(asked).toEqual(['read audit-head', 'commit idem']);
  const [record] = await stored('idem');
  expect(record).toMatchObject({ state: 'done', body: '{}', ttl: 86_400 });
});

test('a staged change without an audit entry still moves the head, so that no other write misses it', async () => {
  const { platform, asked } = watched(handoff.platform);
  await runAtomic(write('one', { platform }), async (_input, { work }) => {
    work.create(thingKind, { Id: 'thing-1', Name: 'one' });
    return {};
  });
  expect(asked).toEqual(['read audit-head', 'commit idem audit-head thing']);
});

test('writes waiting in one process hand the head on, even past one that stages nothing', async () => {
  const at = handoff.platform.clock.now();
  // The clock stands still, so that a slow machine cannot change the order.
  const clock = { ...handoff.platform.clock, now: () => at };
  const { platform, asked } = watched({ ...handoff.platform, clock });
  const pipeline = pipelineOn(platform);
  const sent = (Name: string) => writeOf(pipeline, keepThing, { input: { Name } });
  await Promise.all([
    runAtomic(sent('one'), keeping),
    runAtomic(sent('nothing'), async () => ({})),
    runAtomic(sent('two'), keeping),
  ]);
  expect(asked).toEqual([
    'read audit-head',
    'commit idem audit-head audit thing',
    'commit idem',
    'commit idem audit-head audit thing',
  ]);
  await verifyAuditChains(handoff.store);
});

test('after a lost answer the next write reads the head: others may have written since', async () => {
  const { platform, asked } = watched(handoff.platform);
  const pipeline = pipelineOn(platform);
  const sent = (Name: string) => writeOf(pipeline, keepThing, { input: { Name } });
  handoff.failStore('batch', { kind: 'lose-answer' });
  await Promise.all([runAtomic(sent('one'), keeping), runAtomic(sent('two'), keeping)]);
  expect(asked.slice(-2)).toEqual(['read audit-head', 'commit idem audit-head audit thing']);
  expect(await names()).toHaveLength(2);
  await verifyAuditChains(handoff.store);
});

test('checkpoints come in their order', async () => {
  const passed: string[] = [];
  const checkpoint = async (name: string) => void passed.push(name);
  const platform = { ...handoff.platform, checkpoint };
  await runAtomic(write('one', { platform }), async (input, context) => {
    passed.push('handler');
    return keeping(input, context);
  });
  expect(passed).toEqual(['A1', 'handler', 'A2', 'A3']);
});

test('an overtaken write runs again on its original input', async () => {
  const seen: unknown[] = [];
  const done = await runAtomic(write('one'), async (input, context) => {
    seen.push(input['Name']);
    // Another process is faster, once.
    if (seen.length === 1) await runAtomic(write('other'), keeping);
    input['Name'] = 'changed by its handler';
    return keepAs('one')(context);
  });
  expect(seen).toEqual(['one', 'one']);
  expect(done).toMatchObject({ replayed: false, tries: 2 });
  expect(await names()).toEqual(['one', 'other']);
  await verifyAuditChains(handoff.store);
});

const inputAgain = () => Promise.reject(new Error('It was parsed again'));

test('a write that is not overtaken parses its input once', async () => {
  expect(await runAtomic({ ...write('one'), inputAgain }, keeping)).toMatchObject({ tries: 1 });
});

test("a write that its own duplicate overtook gets the duplicate's answer", async () => {
  let duplicate: { body: string } | undefined;
  const refused = runAtomic(write('one', { key: 'k' }), async () => {
    duplicate = await runAtomic(write('one', { key: 'k' }), keeping);
    throw new AppError('conflict', 'Someone has changed it');
  });
  expect(await refused).toMatchObject({ body: duplicate?.body, replayed: true });
  expect(await names()).toEqual(['one']);
});

test('a refused write stores nothing, and its key stays usable', async () => {
  const refusal = new AppError('conflict', 'Someone has changed it');
  await expect(runAtomic(write('one', { key: 'k' }), () => Promise.reject(refusal))).rejects.toBe(refusal);
  expect(await stored('idem')).toEqual([]);
  expect(await runAtomic(write('one', { key: 'k' }), keeping)).toMatchObject({ replayed: false });
});

test('a record under a derived id means that a forgotten attempt saved it', async () => {
  await runAtomic(write('one', { key: 'k' }), keeping);
  const [record] = await stored('idem');
  await handoff.store.app(`d:${HARBOR}`).remove(record?.id ?? '', record?._etag ?? '');
  await expect(runAtomic(write('one', { key: 'k' }), keeping)).rejects.toMatchObject({
    code: 'conflict',
    message: 'This was already saved by an earlier attempt. Reload to see it.',
  });
  expect(await names()).toEqual(['one']);
});

test('a record that changed without an audit entry is read again', async () => {
  const partition = handoff.store.app(`d:${HARBOR}`);
  const first = { id: 't1', Id: 't1', type: 'thing', Name: 'first', DeletedAt: null };
  const created = await partition.commit([{ op: 'create', document: first }]);
  const ifMatch = created.outcome === 'applied' ? (created.etags[0] ?? '') : '';
  const seen: string[] = [];
  await runAtomic(write('one'), async (_input, { work }) => {
    const thing = await work.get(thingKind, 't1');
    if (!thing) throw new Error('It is not there');
    seen.push(thing.Name);
    // Changes the record without an audit entry, the way a timer claims one.
    if (seen.length === 1)
      await partition.commit([{ op: 'replace', document: { ...first, Name: 'claimed' }, ifMatch }]);
    work.replace(thingKind, thing, { ...thing, Name: `${thing.Name}, then changed` });
    return {};
  });
  expect([seen, await names()]).toEqual([['first', 'claimed'], ['claimed, then changed']]);
});

test('a batch that is too large is refused at once', async () => {
  handoff.failStore('batch', { kind: 'answer', status: 413 });
  await expect(runAtomic(write('one'), keeping)).rejects.toMatchObject({
    code: 'too_large',
    message: 'This is too large for one record.',
  });
});

test('an undeclared answer is neither returned nor stored with its changes', async () => {
  const endpoint = { ...keepThing, output: z.object({ Name: z.string() }) };
  await expect(runAtomic({ ...write('one'), endpoint }, keeping)).rejects.toThrow('This is missing');
  expect(await names()).toEqual([]);
});

test('messages leave after the commit, with the version by which they are removed', async () => {
  await runAtomic(write('one'), async (_input, context) => {
    context.work.notify({ group: 'g' }, { topic: 'partner', id: 'thing' });
    return keepAs('one')(context);
  });
  expect(handoff.sent).toEqual([{ audience: { group: 'g' }, message: { topic: 'partner', id: 'thing' } }]);
  await expect.poll(() => stored('outbox')).toEqual([]);
});
