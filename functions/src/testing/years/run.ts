import { startCosmos } from '@handoff/local/cosmos/start';
import { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { createCosmosStore } from '../../platform/azure/cosmos/store.ts';
import { crossPartitionQueries } from '../../platform/containers.ts';
import type { DocumentStore } from '../../platform/ports.ts';
import { chargedStore } from '../changed-store.ts';
import { freshApi, sharedPlatform, type TestApi } from '../api.ts';
import { referral } from '../examples/example-records.ts';
import { EVERGREEN, HARBOR } from '../people.ts';
import { storedIn } from '../stored.ts';
import { unversioned } from '../../writes/commit.ts';
import { KEY_RENEWAL } from '../../records/kinds/server-records.ts';
import { nextRun } from '../../features/system-health/next-run.ts';
import { OFTEN } from '../../jobs.ts';
import { keepRecorded } from '../bench/recorded.ts';
import { ageByMonth, models, type Aged, type Agency } from './age.ts';

// `npm run test:long years [factor] [years]` lets three agencies work for six years, at a share of their numbers in a
// partition of that share of 20 GB, and then a day in the largest one beside the same day in one a month old.

const given = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));
const [factor, years] = z
  .tuple([z.coerce.number().min(1), z.coerce.number().int().min(1)])
  .parse([given[0] ?? 500, given[1] ?? 6]);
const GB = 1024 ** 3;
/** The service counts the index of a document, too. */
const WITH_INDEX = 1.3;
const TURNS = 5;
/** The records of 360,000 referrals alone take 7; the trail of two to three months is with them. */
const MOST_GB = 9;
const MOST_TIMES = 2;
const NAMES = 1_000;
const MOST_IDLE_RU = 2_000;

const largest: Agency = { domainId: HARBOR, referralsAYear: 60_000, people: 90 };
const others: Agency[] = [
  { domainId: EVERGREEN, referralsAYear: 20_000, people: 30 },
  { domainId: 'domain-small', referralsAYear: 5_000, people: 8 },
];

const print = (line: string) => process.stdout.write(`${line}\n`);
const shared = await sharedPlatform();
const old = await aged([largest, ...others], { count: 12 * years, share: factor });
/** With more referrals than a page has rows. */
const young = await aged([largest], { count: 1, share: Math.min(factor, 80) });

const months = [...old.aged.entries.keys()];
const gb = (await bytesOf(old.handoff.store, `d:${HARBOR}`)) / GB;
print(`the largest partition has ${gb.toFixed(3)} GB at 1/${factor}, without its index`);
const times = await day();
const isWhole = await wholeTrail();
const restoreLost = await restored();
const kbAReferral = await sizeOfReferral();
const idleRu = await idleHour();
const result = {
  factor,
  years,
  gbAfterSixYears: rounded(gb * WITH_INDEX * factor * (6 / years)),
  writesRefused: old.aged.refused,
  slowestTimesFresh: rounded(Math.max(...times)),
  wholeTrail: isWhole,
  restoreLost,
  kbAReferral,
  idleHourRu: Math.round(idleRu),
};
print(`RESULT ${JSON.stringify(result)}`);
const isFine =
  result.gbAfterSixYears <= MOST_GB &&
  result.writesRefused === 0 &&
  result.slowestTimesFresh <= MOST_TIMES &&
  isWhole &&
  restoreLost === 0 &&
  idleRu <= MOST_IDLE_RU;
// A smaller share has too few referrals beside what each agency has once.
const isRecorded = factor > 500 || keepRecorded({ kbAReferral });
process.exit(isFine && isRecorded ? 0 : 1);

async function aged(agencies: readonly Agency[], { count, share }: { count: number; share: number }) {
  const handoff = await freshApi();
  const known = await models(handoff);
  shared.partitions.most = (20 * GB) / WITH_INDEX / share;
  const of: Aged = { refused: 0, entries: new Map() };
  const rest: Aged = { refused: 0, entries: new Map() };
  const begin = handoff.platform.clock.now();
  for (let month = 0; month < count; month += 1) {
    const now = handoff.platform.clock.now().getTime();
    handoff.advance(Date.UTC(begin.getUTCFullYear(), begin.getUTCMonth() + 1 + month, 1, 0, 5) - now);
    for (const agency of agencies)
      await ageByMonth(handoff, agency, {
        models: known,
        factor: share,
        aged: agency === largest ? of : rest,
      });
    await handoff.app.jobs.audit.run();
    if (month % 12 === 11) print(`${(month + 1) / 12} years`);
  }
  handoff.advance(32 * 86_400_000);
  for (let run = 0; run < 4; run += 1) await handoff.app.jobs.audit.run();
  of.refused += rest.refused;
  return { handoff, aged: of, begin };
}

/** All that is stored of the largest agency, with its index, by the referrals of its years. */
async function sizeOfReferral(): Promise<number> {
  const keys = [`d:${HARBOR}`, ...months.map((month) => `d:${HARBOR}|${month}`)];
  const bytes = await Promise.all(keys.map((key) => bytesOf(old.handoff.store, key)));
  const all = bytes.reduce((sum, each) => sum + each, 0) * WITH_INDEX;
  return Math.round(all / 1_000 / ((largest.referralsAYear / factor) * years));
}

async function bytesOf(store: DocumentStore, key: string): Promise<number> {
  return (await storedIn(store, key)).reduce((sum, each) => sum + JSON.stringify(each).length, 0);
}

/** What each call of a day costs in the old agency, in request units, by the same in the young one. */
async function day(): Promise<number[]> {
  const agencies = [counted(young.handoff), counted(old.handoff)] as const;
  const calls: Record<string, (agency: Counted) => Promise<unknown>> = {
    'the worklist': async ({ call }) => (await call(api.referrals.list, { query: {} }, { as: 'vic' })).ok(),
    'a search': async ({ call }) =>
      (await call(api.referrals.search, { body: { Text: 'kenleyman' } }, { as: 'vic' })).ok(),
    'a new referral, decided': async (agency) => {
      const { Id, Etag } = await referral(agency.handoff);
      const body = { Id, Etag, Decision: { Kind: 'Accepted' as const } };
      (await agency.call(api.referrals.update, { body }, { as: 'ana' })).ok();
      const activity = await agency.call(api.referrals.activity, { query: { id: Id } }, { as: 'mia' });
      if (activity.ok().ReferralActivity.length < 2) throw new Error('Its activity is not there');
    },
    'a page of the audit': async ({ call }) =>
      (await call(api.audit.list, { query: {} }, { as: 'mia' })).ok(),
    'the dashboard': async ({ call }) =>
      (await call(api.dashboard.figures, { query: {} }, { as: 'mia' })).ok(),
  };
  const ratios: number[] = [];
  for (const [name, call] of Object.entries(calls)) {
    const [fresh, later] = [await costOf(agencies[0], call), await costOf(agencies[1], call)];
    ratios.push(later.ru / fresh.ru);
    print(
      `${name}: ${fresh.ru.toFixed(1)} RU and ${fresh.ms.toFixed(0)} ms after a month, ${later.ru.toFixed(1)} RU and ${later.ms.toFixed(0)} ms after ${years} years`,
    );
  }
  return ratios;
}

interface Counted extends Pick<TestApi, 'call'> {
  handoff: TestApi;
  spent: () => number;
}

function counted(handoff: TestApi): Counted {
  let ru = 0;
  const store = chargedStore(handoff, (charge) => (ru += charge));
  return { handoff, call: handoff.another({ store }).call, spent: () => ru };
}

async function costOf(agency: Counted, call: (agency: Counted) => Promise<unknown>) {
  await call(agency);
  const [before, began] = [agency.spent(), performance.now()];
  for (let turn = 0; turn < TURNS; turn += 1) await call(agency);
  return { ru: (agency.spent() - before) / TURNS, ms: (performance.now() - began) / TURNS };
}

type Verification = Output<typeof api.audit.verify>['AuditVerification'][number];

async function verification(From: number): Promise<Verification | undefined> {
  const answer = await old.handoff.call(api.audit.verify, { query: { From } }, { as: 'mia' });
  return answer.ok().AuditVerification[0];
}

/** Verifies the chain from its first entry, and counts the entries of a moved month by list and by export. */
async function wholeTrail(): Promise<boolean> {
  const { handoff } = old;
  let from: number | null = 1;
  let checked = 0;
  while (from !== null) {
    const found: Verification | undefined = await verification(from);
    if (!found || found.BrokenAt !== null || found.ViewsBrokenOn !== null || found.AnchorBrokenOn !== null) {
      print(`the trail is broken: ${JSON.stringify(found)}`);
      return false;
    }
    checked += found.Checked;
    from = found.ContinueFrom;
  }
  const month = months[1] ?? months[0] ?? '';
  const query = { From: `${month}-01`, To: `${month}-29`, Only: 'views' as const };
  const file = await handoff.call(api.audit.exportFile, { query }, { as: 'mia' });
  const rows = file.text.split('\n').filter((line) => line.includes(`${month}-`)).length;
  const own = await old.handoff.store
    .app(`d:${HARBOR}`)
    .count({ sql: 'SELECT VALUE COUNT(1) FROM c', parameters: {} });
  print(`${checked} links verified; ${rows} views exported of ${month}; ${own} documents in the partition`);
  const changes = (await storedIn(old.handoff.store, `d:${HARBOR}|${month}`)).filter(
    ({ type }) => type === 'audit',
  );
  const views =
    (old.aged.entries.get(month) ?? 0) - changes.filter(({ at }) => String(at) < `${month}-29`).length;
  if (rows < views) print(`${views} views were written`);
  return rows >= views;
}

/** Copies the database while it is open, and compares each document in an endpoint on the copy. */
async function restored(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'handoff-years-'));
  const file = join(folder, 'copy.sqlite');
  const { COSMOS_DATABASE: database = '' } = old.handoff.settings;
  await shared.cosmos.backUp(file);
  const copy = await startCosmos({ port: 0, file, crossPartitionQueries });
  const store = createCosmosStore({ endpoint: copy.url, key: copy.key, database });
  let lost = 0;
  for (const key of [`d:${HARBOR}`, ...months.map((month) => `d:${HARBOR}|${month}`)]) {
    const there = new Set((await storedIn(store, key)).map(hashOf));
    lost += (await storedIn(old.handoff.store, key)).filter((each) => !there.has(hashOf(each))).length;
  }
  store.close();
  await copy.close();
  rmSync(folder, { recursive: true });
  return lost;
}

function hashOf(document: object): string {
  return createHash('sha256').update(JSON.stringify(document)).digest('hex');
}

/** What the timers cost in an hour in which nothing happens, with a thousand agencies more; a daily one by its share. */
async function idleHour(): Promise<number> {
  let ru = 0;
  const store = chargedStore(old.handoff, (charge) => (ru += charge));
  await addNames(old.handoff.store);
  const { app } = old.handoff.another({ store });
  const jobs = Object.values(app.jobs);
  for (const job of jobs) await job.run();
  // The first pass of the keys over six years takes many runs.
  for (let run = 0; run < 30; run += 1) await app.jobs.keys.run();
  const spent = new Map(jobs.map((job) => [job, { runs: 0, ru: 0 }]));
  for (let minute = 0; minute < 60; minute += 1) {
    const now = old.handoff.platform.clock.now();
    for (const job of jobs.filter(({ schedule }) => isDue(schedule, now))) {
      const of = spent.get(job) ?? { runs: 0, ru: 0 };
      ru = 0;
      await job.run();
      spent.set(job, { runs: of.runs + 1, ru: of.ru + ru });
    }
    old.handoff.advance(60_000);
  }
  ru = 0;
  await app.jobs.reviews.run();
  spent.set(app.jobs.reviews, { runs: 1 / 24, ru: ru / 24 });
  for (const [{ name }, of] of spent)
    print(`${name}: ${of.runs.toFixed(2)} runs, ${of.ru.toFixed(0)} RU an hour`);
  return [...spent.values()].reduce((sum, of) => sum + of.ru, 0);
}

async function addNames(store: DocumentStore): Promise<void> {
  const sys = store.app('sys');
  const model = await sys.read(HARBOR);
  const renewal = await store.app(`d:${HARBOR}`).read(KEY_RENEWAL);
  if (!model || !renewal) throw new Error('The agency is not there');
  for (let n = 0; n < NAMES; n += 50) {
    const ids = Array.from({ length: 50 }, (_, at) => `domain-${n + at}`);
    await sys.commit(
      ids.map((id) => ({
        op: 'create',
        document: { ...unversioned(model), id, Id: id, Name: `Agency ${id}` },
      })),
    );
    for (const id of ids)
      await store
        .app(`d:${id}`)
        .commit([{ op: 'create', document: { ...unversioned(renewal), DoneAt: null } }]);
  }
}

/** The setting of work for which people wait is every two minutes. */
function isDue(schedule: string, now: Date): boolean {
  const minute = Math.floor(now.getTime() / 60_000) * 60_000;
  const next = nextRun(schedule === OFTEN ? '0 */2 * * * *' : schedule, new Date(minute - 1));
  return next?.getTime() === minute;
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
