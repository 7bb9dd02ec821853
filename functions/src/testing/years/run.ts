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
import { freshApi, sharedPlatform, type TestApi } from '../api.ts';
import { referral } from '../examples/example-records.ts';
import { EVERGREEN, HARBOR } from '../people.ts';
import { storedIn } from '../stored.ts';
import { ageByMonth, models, type Aged, type Agency } from './age.ts';

// `npm run test:long years [factor] [years]` lets three agencies work for six years, at a share of their numbers in a
// partition of that share of 20 GB, and then a day in the largest one beside the same day in one a month old.

const [factor, years] = z
  .tuple([z.coerce.number().min(1), z.coerce.number().int().min(1)])
  .parse([process.argv[2] ?? 500, process.argv[3] ?? 6]);
const GB = 1024 ** 3;
/** The service counts the index of a document, too. */
const WITH_INDEX = 1.3;
const TURNS = 5;
/** The records of 360,000 referrals alone take 7; the trail of two to three months is with them. */
const MOST_GB = 9;
const MOST_TIMES = 2;
const NAMES = 1_000;
/** Half of it is the note of each of 185 runs, and the two sweeps that read states and keys. */
const MOST_IDLE_RU = 8_000;

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
const idleRu = await idleHour();
const result = {
  factor,
  years,
  gbAfterSixYears: rounded(gb * WITH_INDEX * factor * (6 / years)),
  writesRefused: old.aged.refused,
  slowestTimesFresh: rounded(Math.max(...times)),
  wholeTrail: isWhole,
  restoreLost,
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
process.exit(isFine ? 0 : 1);

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
  const {
    COSMOS_ENDPOINT: endpoint = '',
    COSMOS_KEY: key = '',
    COSMOS_DATABASE: database = '',
  } = handoff.settings;
  let ru = 0;
  const store = createCosmosStore({ endpoint, key, database, onCharge: (charge) => (ru += charge) });
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

/** What the timers cost in an hour in which nothing happens, with a thousand agencies more. */
async function idleHour(): Promise<number> {
  const agency = counted(old.handoff);
  const {
    COSMOS_ENDPOINT: endpoint = '',
    COSMOS_KEY: key = '',
    COSMOS_DATABASE: database = '',
  } = old.handoff.settings;
  let ru = 0;
  const store = createCosmosStore({ endpoint, key, database, onCharge: (charge) => (ru += charge) });
  const sys = agency.handoff.store.app('sys');
  const model = await sys.read(HARBOR);
  if (!model) throw new Error('The agency is not there');
  const { _etag, ...domain } = model;
  for (let n = 0; n < NAMES; n += 50)
    await sys.commit(
      Array.from({ length: 50 }, (_, at) => ({
        op: 'create',
        document: {
          ...domain,
          id: `domain-${n + at}`,
          Id: `domain-${n + at}`,
          Name: `Agency ${n + at}`,
          type: model.type,
        },
      })),
    );
  const { app } = old.handoff.another({ store });
  let hour = 0;
  for (const job of Object.values(app.jobs)) {
    await job.run();
    ru = 0;
    await job.run();
    const runs = runsAnHour(job.schedule);
    print(`${job.name}: ${ru.toFixed(0)} RU a run, ${runs.toFixed(2)} an hour`);
    hour += ru * runs;
  }
  return hour;
}

/** `0 *\/5 * * * *` runs twelve times; the setting of work for which people wait is every two minutes. */
function runsAnHour(schedule: string): number {
  if (schedule.startsWith('%')) return 30;
  if (/^0 \d+ \d+ /.test(schedule)) return 1 / 24;
  const [, , every] = /^0 (\d+|\*)\/?(\d+)? /.exec(schedule) ?? [];
  return every === undefined ? 1 : Math.floor(60 / Number(every));
}

function rounded(value: number): number {
  return Number(value.toFixed(2));
}
