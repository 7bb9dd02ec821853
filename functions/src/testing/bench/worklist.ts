import { api } from '@handoff/shared/contract/api';
import type { CallInput } from '@handoff/shared/contract/endpoint';
import type { DocumentStore } from '../../platform/ports.ts';
import type { TestApi } from '../api.ts';
import { withPartitions } from '../changed-store.ts';
import * as z from 'zod';
import { HARBOR } from '../people.ts';
import { far, home, largeAgency, owners } from './large-agency.ts';

// `npm run bench worklist [referrals]`, say `1000000`, compares the first page of a large agency's worklist
// with that of a small one in time and cost. Filling a million takes half an hour.

const SMALL = 500;
const LARGE = z.coerce
  .number()
  .int()
  .min(SMALL)
  .parse(process.argv[2] ?? '50000');
const TURNS = 15;
/** The most that the large agency may cost, relative to the small one. */
const MAX_TIMES = 3;
const MAX_TIMES_RU = 1.2;

type Search = Omit<CallInput<typeof api.referrals.search, File>['body'], 'Text'> & { Text?: string };

const owner = owners[3]?.Id;
const cases: [name: string, search: Search][] = [
  ['the list', {}],
  ['its second page', { Continuation: 'next' }],
  ['oldest first', { Sort: 'ReceivedOldest' }],
  ['by name', { Sort: 'PatientName' }],
  ['last updated first', { Sort: 'UpdatedNewest' }],
  ['a status of many', { StatusId: 'closed' }],
  ['a status of none', { StatusId: 'lost' }],
  ['a decision', { Decision: 'Declined' }],
  ['the undecided, oldest first', { View: 'Pending', Sort: 'ReceivedOldest' }],
  ['an owner', { OwnerId: owner }],
  ['an owner, by name', { OwnerId: owner, Sort: 'PatientName' }],
  ['without an owner', { View: 'Unassigned' }],
  ['a source', { SourceKind: 'Physician' }],
  ['a ZIP code', { ZipCode: home.ZipCode }],
  ['a ZIP code of few, long ago', { ZipCode: far.Address.ZipCode }],
  [
    'all filters',
    {
      StatusId: 'review',
      Decision: 'Pending',
      OwnerId: owner,
      SourceKind: 'Physician',
      ZipCode: home.ZipCode,
    },
  ],
  ['filters that nothing passes', { StatusId: 'review', Decision: 'Accepted' }],
  ['a common text', { Text: 'general' }],
  ['a common text, by name', { Text: 'general', Sort: 'PatientName' }],
  ['a part of many names', { Text: 'man' }],
  ['a part of many names, with a status', { Text: 'man', StatusId: 'closed' }],
  ['a name of few, long ago', { Text: 'quimbledon, ' }],
  ['a telephone number', { Text: far.Phone }],
  ['a text of few, long ago', { Text: 'outpost' }],
  ['a text of no one', { Text: 'zebulon' }],
  ['a text of no one, of common pieces', { Text: 'generaline' }],
  ['a text of others in the chosen fields', { Text: 'medicare', Fields: ['Patient', 'Owner'] }],
  ['two letters of many', { Text: 'ma' }],
  ['two letters of few', { Text: 'ou' }],
  ['two letters of no one', { Text: 'zq' }],
  ['a letter of many', { Text: 'e' }],
];

const print = (line: string) => process.stdout.write(`${line}\n`);

const few = await opened(SMALL);
const many = await opened(LARGE);
const over: string[] = [];
let [maxMs, maxTimes, maxTimesRu] = [0, 0, 0];
print(`${''.padEnd(40)} ${SMALL}: ms, RU     ${LARGE}: ms, RU`);
for (const [name, search] of cases) {
  const [small, large] = await measured([few, many], search);
  const times = large.ms / small.ms;
  // A page with more rows costs more anyway.
  const timesRu = large.ru / small.ru / (small.rows === 0 ? 1 : Math.max(1, large.rows / small.rows));
  const isOver = times > MAX_TIMES || timesRu > MAX_TIMES_RU;
  print(`${name.padEnd(40)} ${shown(small)} ${shown(large)}  ${times.toFixed(1)}×${isOver ? ' !' : ''}`);
  if (isOver) over.push(name);
  maxMs = Math.max(maxMs, large.ms);
  maxTimes = Math.max(maxTimes, times);
  maxTimesRu = Math.max(maxTimesRu, timesRu);
}
const timesRuOfCreate = many.ruOfCreate / few.ruOfCreate;
if (timesRuOfCreate > MAX_TIMES_RU) over.push('a create');
const limits = `${MAX_TIMES} × the time and ${MAX_TIMES_RU} × the RU`;
print(over.length === 0 ? `all within ${limits}` : `more than ${limits}: ${over.join(', ')}`);
const rounded = (value: number) => Number(value.toFixed(2));
const result = {
  referrals: LARGE,
  maxMs: rounded(maxMs),
  maxTimes: rounded(maxTimes),
  maxTimesRu: rounded(maxTimesRu),
  ruOfCreate: rounded(many.ruOfCreate),
  timesRuOfCreate: rounded(timesRuOfCreate),
};
print(`RESULT ${JSON.stringify(result)}`);
process.exit(over.length === 0 ? 0 : 1);

interface Opened {
  ruOfCreate: number;
  page(search: Search): Promise<{ Continuation: string | null; rows: number }>;
  spent(): number;
}

async function opened(count: number): Promise<Opened> {
  const began = performance.now();
  const { handoff, ruOfCreate } = await largeAgency(count);
  const seconds = ((performance.now() - began) / 1000).toFixed(1);
  print(`${count} referrals filled in after ${seconds} s, for ${ruOfCreate.toFixed(1)} RU each`);
  let ru = 0;
  const { call } = handoff.another({ store: counting(handoff.store, (charge) => (ru += charge)) });
  return { ruOfCreate, page: (search) => firstPage(call, search), spent: () => ru };
}

/** Counts the cost of queries in the agency's partition; the caller's own records are point reads on top. */
function counting(store: DocumentStore, charge: (ru: number) => void): DocumentStore {
  return withPartitions(store, (partition) => ({
    async query(query) {
      const page = await partition.query(query);
      if (partition.key === `d:${HARBOR}`) charge(page.ru);
      return page;
    },
  }));
}

async function firstPage(call: TestApi['call'], { Text = '', ...search }: Search) {
  const answer = await call(api.referrals.search, { body: { Text, ...search } }, { as: 'vic' });
  const { ReferralInfo, Continuation } = answer.ok();
  return { rows: ReferralInfo.length, Continuation };
}

interface Measured {
  ms: number;
  ru: number;
  rows: number;
}

/** Alternates, so that other load on the machine affects both. */
async function measured(agencies: readonly [Opened, Opened], search: Search): Promise<[Measured, Measured]> {
  const small = await ready(agencies[0], search);
  const large = await ready(agencies[1], search);
  for (let turn = 0; turn < TURNS; turn += 1) {
    await small.take();
    await large.take();
  }
  return [small.measured(), large.measured()];
}

async function ready(agency: Opened, { Continuation, ...search }: Search) {
  const next = Continuation && (await agency.page(search)).Continuation;
  const asked = next ? { ...search, Continuation: next } : search;
  const { rows } = await agency.page(asked);
  const before = agency.spent();
  const times: number[] = [];
  return {
    async take(): Promise<void> {
      const began = performance.now();
      await agency.page(asked);
      times.push(performance.now() - began);
    },
    measured: (): Measured => ({
      ms: times.toSorted((a, b) => a - b)[Math.floor(TURNS / 2)] ?? 0,
      ru: (agency.spent() - before) / TURNS,
      rows,
    }),
  };
}

function shown({ ms, ru, rows }: Measured): string {
  return `${ms.toFixed(1).padStart(7)} ${ru.toFixed(1).padStart(6)} (${String(rows).padStart(2)})`;
}
