import type { WriteContext, JobContext } from '../core/context.ts';
import { beforeEach, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { userId } from '../records/kinds/user-records.ts';
import { select } from '../records/select.ts';
import { EVERGREEN, HARBOR, people } from '../testing/people.ts';
import { changeUser, storedIn, verifyAuditChains } from '../testing/stored.ts';
import { actOnThing, keepAs, pipelineOn, thingKind, thingsKept } from '../testing/writes.ts';
import { createJobContext, inAgenciesWith, inEachAgency } from './job-context.ts';

let handoff: TestApi;
let timer: JobContext;
beforeEach(async () => {
  handoff = await freshApi();
  timer = createJobContext(pipelineOn(handoff.platform));
});

const stored = async (partition: string, type: string) =>
  (await storedIn(handoff.store, partition)).filter((document) => document.type === type);
const names = (partition?: string) => thingsKept(handoff.store, partition);
const entries = async (partition = `d:${HARBOR}`): Promise<unknown[]> =>
  (await stored(partition, 'audit')).map(({ entry }) => JSON.parse(String(entry)));

const keep = (Name: string) => async (context: WriteContext) => void (await keepAs(Name)(context));
const job = { job: 'tidy', as: 'Tidying', domainId: HARBOR, work: ['thing-1', 'day-1'] };
const call = {
  endpoint: actOnThing,
  as: 'Scheduled re-verification',
  domainId: HARBOR,
  work: ['thing-1', 'day-1'],
};

test('work found by two timers at once is done once, and different work of the same kind is done separately', async () => {
  const another = createJobContext(pipelineOn(handoff.platform));
  await Promise.all([timer.atomic(job, keep('one')), another.atomic(job, keep('two'))]);
  expect(await names()).toHaveLength(1);
  for (const work of [['thing-1', 'day-2'], ['thing-2', 'day-1'], ['thing-1day-1']])
    await timer.atomic({ ...job, work }, keep('another'));
  await timer.atomic({ ...job, job: 'other' }, keep('of another timer'));
  expect(await names()).toHaveLength(5);
  await verifyAuditChains(handoff.store);
});

test('work that a call could also do is done once', async () => {
  const lease = async (Name: string) => timer.lease(call, async () => keepAs(Name));
  await lease('one');
  await lease('two');
  expect(await names()).toEqual(['one']);
  await timer.lease({ ...call, work: ['thing-2'] }, async () => keepAs('another'));
  expect(await names()).toEqual(['another', 'one']);
});

test('the audit names the schedule and its purpose', async () => {
  await timer.atomic({ ...job, as: 'Purge of deleted records' }, keep('one'));
  await timer.lease(call, async () => keepAs('two'));
  const who = { oid: 'schedule', action: 'list.updated' };
  expect(await entries()).toMatchObject([
    { ...who, name: 'Purge of deleted records', requestId: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    { ...who, name: 'Scheduled re-verification' },
  ]);
});

const ana = { Id: userId(people.ana.oid), FullName: 'As the job was told' };

test('work that a person caused runs in their name, with their current permissions', async () => {
  const Restriction = { Since: '2026-11-01T00:00:00.000Z', People: [] };
  const hidden = { id: 'referral-1', Id: 'referral-1', type: 'referral', Restriction };
  await handoff.store.app(`d:${HARBOR}`).commit([{ op: 'create', document: hidden }]);
  let found: unknown;
  await timer.lease({ ...call, as: ana }, async ({ find, caller }) => {
    found = await find.get({ ...thingKind, type: 'referral' }, 'referral-1');
    expect(caller.roles).toEqual({ SystemRole: 'User', RoleWithinAgency: 'Intake' });
    return keepAs('one');
  });
  expect(found).toBeUndefined();
  expect(await entries()).toMatchObject([{ oid: people.ana.oid, name: 'Ana Intake' }]);
  await timer.lease({ ...call, as: ana }, async () => keepAs('by another timer'));
  expect(await names()).toEqual(['one']);
});

test.each([
  ['left the agency', { roles: [] }],
  ['was deactivated', { Active: false }],
  [
    'has a role without the right',
    { roles: [{ BusinessDomainId: HARBOR, RoleWithinAgency: 'Viewer' as const }] },
  ],
])('nothing is done for a person who %s', async (_what, change) => {
  await changeUser(handoff, 'ana', change);
  const endpoint = { ...actOnThing, access: 'eligibility.check' as const };
  const done = timer.lease({ ...call, endpoint, as: ana }, async () => keepAs('one'));
  await expect(done).rejects.toMatchObject({ code: 'forbidden' });
  expect(await names()).toEqual([]);
});

test('system work is written to the system, and agency work to its agency', async () => {
  await timer.atomic({ ...job, domainId: '' }, keep('of the system'));
  await timer.atomic({ ...job, domainId: EVERGREEN }, keep('of Evergreen'));
  expect([await names('sys'), await names(`d:${EVERGREEN}`), await names()]).toEqual([
    ['of the system'],
    ['of Evergreen'],
    [],
  ]);
});

test('a job that a person overtakes runs again', async () => {
  let runs = 0;
  await timer.atomic(job, async (context) => {
    runs += 1;
    if (runs === 1) {
      const faster = createJobContext(pipelineOn(handoff.platform));
      await faster.atomic({ ...job, work: ['thing-2'] }, keep('faster'));
    }
    await keep('overtaken')(context);
  });
  expect([runs, await names()]).toEqual([2, ['faster', 'overtaken']]);
});

test('a job reads every agency, and acts in none by itself', async () => {
  await timer.atomic(job, async ({ work, caller }) => {
    work.create(thingKind, { Id: 'thing-1', Name: 'one' });
    expect(caller).toMatchObject({ businessDomainId: HARBOR, roles: { SystemRole: 'User' } });
    expect(caller.person.Id).toBe(caller.claims.oid);
  });
  expect(await timer.find(HARBOR).get(thingKind, 'thing-1')).toMatchObject({ Name: 'one' });
  expect(await timer.find(EVERGREEN).get(thingKind, 'thing-1')).toBeUndefined();
  expect(timer.clock.now()).toBeInstanceOf(Date);
});

test('a failure in one agency is logged by its kind, and the other agencies are still processed', async () => {
  const seen: string[] = [];
  await inEachAgency(timer, {
    event: 'tidy-failed',
    work: async ({ Id }) => {
      seen.push(Id);
      if (Id === HARBOR) throw new TypeError('of Pat Patient');
      // oxlint-disable-next-line typescript/only-throw-error -- whatever it is
      if (Id === EVERGREEN) throw 'a text';
    },
  });
  expect(seen).toEqual(expect.arrayContaining([HARBOR, EVERGREEN]));
  expect(handoff.log.filter(({ event }) => event === 'tidy-failed')).toEqual(
    expect.arrayContaining([
      { level: 'error', event: 'tidy-failed', agency: HARBOR, error: 'TypeError' },
      { level: 'error', event: 'tidy-failed', agency: EVERGREEN, error: 'string' },
    ]),
  );
});

/** Agencies in which only the first `busy` have something to do. */
async function manyAgencies(all: number, busy: number) {
  const { store } = handoff;
  const model = await store.app('sys').read(HARBOR);
  const { _etag, ...domain } = model ?? { _etag: '', id: '', type: '' };
  const ids = Array.from({ length: all }, (_, n) => `domain-${String(n).padStart(2, '0')}`);
  for (const Id of ids)
    await store.app('sys').commit([{ op: 'create', document: { ...domain, id: Id, Id, Name: Id } }]);
  for (const id of ids.slice(0, busy))
    await store.app(`d:${id}`).commit(
      Array.from({ length: 80 }, (_, n) => ({
        op: 'create',
        document: { id: `thing-${n}`, Id: `thing-${n}`, type: thingKind.type, DeletedAt: null },
      })),
    );
  return ids.slice(0, busy);
}

test('agencies with due work are found by one query, and an idle one is not asked', async () => {
  const busy = await manyAgencies(40, 3);
  const asked: string[] = [];
  const { store } = handoff;
  const noted = createJobContext(
    pipelineOn({
      ...handoff.platform,
      store: {
        ...store,
        app: (key) => {
          asked.push(key);
          return store.app(key);
        },
      },
    }),
  );
  const seen: string[] = [];
  await inAgenciesWith(noted, [select(thingKind)], {
    event: 'tidy-failed',
    work: async ({ Id }) => void seen.push(Id),
  });
  expect(seen.toSorted()).toEqual(busy);
  expect(asked.filter((key) => key.startsWith('d:'))).toEqual([]);
});

test('an agency with more rows than are read at once does not hide the others', async () => {
  const busy = await manyAgencies(20, 20);
  expect((await timer.agenciesWith(select(thingKind))).toSorted()).toEqual(busy);
});

test('three runs that each end in the middle give every agency its turn', async () => {
  const busy = await manyAgencies(16, 16);
  const seen = new Set<string>();
  for (let run = 0; run < 3; run += 1) {
    let left = busy.length / 2;
    await inAgenciesWith(timer, [select(thingKind)], {
      event: 'tidy-failed',
      work: async ({ Id }) => {
        left -= 1;
        if (left >= 0) seen.add(Id);
      },
    });
    handoff.advance(2 * 60_000);
  }
  expect(seen.size).toBe(busy.length);
});
