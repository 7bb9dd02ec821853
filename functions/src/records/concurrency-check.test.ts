import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { HARBOR, people } from '../testing/people.ts';
import { callerNamed, keepThing, pipelineOn, writeOf } from '../testing/writes.ts';
import { seesAll } from './restriction.ts';
import { runAtomic } from '../writes/atomic.ts';
import { AppError } from '../core/app-error.ts';
import { readerOn } from './reader.ts';
import { assertCurrentVersion } from './concurrency-check.ts';

let handoff: TestApi;
beforeEach(async () => {
  handoff = await freshApi();
});

/** Another person renames the thing; returns its new version. */
async function rename(old: string, now: string, subject = 't1'): Promise<string> {
  let etag = '';
  const write = { ...writeOf(pipelineOn(handoff.platform), keepThing), caller: callerNamed('mia') };
  await runAtomic(write, async (_input, { work }) => {
    ({ etag } = work);
    work.audit({ action: 'note.edited', subject, changes: [{ field: 'Name', old, new: now }] });
    return {};
  });
  return etag;
}

const check = (
  basedOn: string | undefined,
  current: { Name: string; Etag: string },
  patch: object,
  by: 'ana' | 'mia' | 'an application' = 'ana',
) =>
  assertCurrentVersion(readerOn(handoff.platform, `d:${HARBOR}`, seesAll), {
    what: 'this thing',
    current: { Id: 't1', ...current },
    basedOn,
    patch,
    by: by === 'an application' ? { oid: people.mia.oid, isApplication: true } : { oid: people[by].oid },
  });

const fieldsOf = (checked: Promise<void>) =>
  checked.then(
    () => 'no conflict',
    (error: unknown) => (error instanceof AppError ? error.details.fields : error),
  );

test('an edit of the current version is accepted, and so is one without a version', async () => {
  const Etag = await rename('A', 'B');
  await expect(check(Etag, { Name: 'B', Etag }, { Name: 'C' })).resolves.toBeUndefined();
  await expect(check(undefined, { Name: 'B', Etag }, { Name: 'C' })).resolves.toBeUndefined();
});

test('a conflict names the person who was faster and the colliding fields', async () => {
  const base = await rename('', 'A');
  await rename('A', 'B');
  const Etag = await rename('B', 'C');
  await rename('X', 'Y', 'another thing');
  const current = { Name: 'C', Phone: '1', Etag };
  const both = check(base, current, { Name: 'D', Phone: '2' });
  await expect(both).rejects.toMatchObject({
    code: 'conflict',
    message: 'Mia Manager has changed this thing since you opened it.',
    details: { current: { Id: 't1', ...current } },
  });
  expect(await fieldsOf(both)).toEqual({ Name: 'Mia Manager has changed this too' });
  // The patch repeats the value from when the person opened it, so only the others changed it.
  expect(await fieldsOf(check(base, current, { Name: 'A' }))).toEqual({});
});

test('an edit of other fields than those of the others is accepted, a removal is not', async () => {
  const base = await rename('', 'A');
  const Etag = await rename('A', 'B');
  const current = { Name: 'B', Phone: '1', Etag };
  await expect(check(base, current, { Phone: '2' })).resolves.toBeUndefined();
  await expect(check(base, current, { Name: 'B' })).resolves.toBeUndefined();
  expect(await fieldsOf(check(base, current, {}))).toEqual({});
});

test("a person's own edits since do not collide, and those of others and of an application do", async () => {
  const base = await rename('', 'A');
  const Etag = await rename('A', 'B');
  const current = { Name: 'B', Etag };
  await expect(check(base, current, { Name: 'C' }, 'mia')).resolves.toBeUndefined();
  await expect(check(base, current, {}, 'mia')).resolves.toBeUndefined();
  for (const by of ['ana', 'an application'] as const)
    // oxlint-disable-next-line no-await-in-loop -- two
    expect(await fieldsOf(check(base, current, { Name: 'C' }, by))).toEqual({ Name: expect.any(String) });
});

test('for an unknown version every differing field collides', async () => {
  const current = { Name: 'C', Phone: '1', Etag: 'unknown as well' };
  await rename('A', 'C');
  const forgotten = check('forgotten', current, { Name: 'A', Phone: '1' });
  await expect(forgotten).rejects.toMatchObject({
    message: 'Someone has changed this thing since you opened it.',
  });
  expect(await fieldsOf(forgotten)).toEqual({ Name: 'Someone has changed this too' });
});

test('the base version is looked up fifty changes back', async () => {
  const base = await rename('', 'A');
  for (let n = 0; n < 49; n += 1) await rename('A', 'A');
  const current = { Name: 'A', Phone: '1', Etag: 'of now' };
  expect(await fieldsOf(check(base, current, { Phone: '2' }))).toBe('no conflict');
  await rename('A', 'A');
  expect(await fieldsOf(check(base, current, { Phone: '2' }))).toEqual({ Phone: expect.any(String) });
});
