import { api } from '@handoff/shared/contract/api';
import { Referral } from '@handoff/shared/domain/referral';
import type { DocumentStore, StoredDocument } from '../../platform/ports.ts';
import { referralsByReceived } from '../../platform/queries.ts';
import { referralKind } from '../../platform/record-kinds.ts';
import { freshApi, type TestApi } from '../api.ts';
import { referral } from '../example-records.ts';
import { HARBOR } from '../people.ts';

// The first page of a large agency's worklist, against that of a small one.

const SMALL = 500;
const LARGE = 50_000;
const BATCH = 90;
const TURNS = 15;
const MOST_TIMES = 3;

const print = (line: string) => process.stdout.write(`${line}\n`);

const calls = [
  ['the list', (handoff: TestApi) => list(handoff, {})],
  ['a status', (handoff: TestApi) => list(handoff, { StatusId: 'review' })],
  ['a common text', (handoff: TestApi) => search(handoff, 'sample')],
  ['a rare text', (handoff: TestApi) => search(handoff, 'sample-77 ')],
] as const;

const small = await fillAgency(SMALL);
const large = await fillAgency(LARGE);
const slow: string[] = [];
for (const [name, call] of calls) {
  const [few, many] = [await median(() => call(small)), await median(() => call(large))];
  print(`${name}: ${few.toFixed(1)} ms of ${SMALL}, ${many.toFixed(1)} ms of ${LARGE}`);
  if (many > few * MOST_TIMES) slow.push(name);
}
for (const handoff of [small, large]) print(`the list costs ${await chargeOf(handoff.store)} RU a page`);
print(
  slow.length === 0 ? `all within ${MOST_TIMES} times` : `more than ${MOST_TIMES} times: ${slow.join(', ')}`,
);
// A text that next to nothing has is looked for in every referral.
process.exit(slow.filter((name) => name !== 'a rare text').length);

async function fillAgency(count: number): Promise<TestApi> {
  const handoff = await freshApi();
  const { Id } = await referral(handoff);
  const partition = handoff.store.app(`d:${HARBOR}`);
  const original = Referral.parse(await partition.read(Id));
  for (let from = 0; from < count; from += BATCH) {
    const documents = Array.from({ length: Math.min(BATCH, count - from) }, (_, n) =>
      copy(original, from + n),
    );
    const result = await partition.commit(documents.map((document) => ({ op: 'create', document })));
    if (result.outcome !== 'applied') throw new Error(`Filling: ${result.outcome}`);
  }
  return handoff;
}

function copy(original: Referral, n: number): StoredDocument {
  const entity: Referral = {
    ...original,
    Id: `referral-${n}`,
    ReceivedAt: new Date(Date.UTC(2026, 0, 1) + n * 60_000).toISOString(),
    StatusId: n % 3 === 0 ? 'review' : 'new',
    Patient: { ...original.Patient, FirstName: `Sample-${n}` },
  };
  return { ...entity, ...referralKind.beside?.(entity), id: entity.Id, type: 'referral', DeletedAt: null };
}

async function list(handoff: TestApi, query: { StatusId?: string }) {
  (await handoff.call(api.referrals.list, { query }, { as: 'vic' })).ok();
}

async function search(handoff: TestApi, Text: string) {
  (await handoff.call(api.referrals.search, { body: { Text } }, { as: 'vic' })).ok();
}

async function median(run: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let turn = 0; turn < TURNS; turn += 1) {
    const began = performance.now();
    await run();
    times.push(performance.now() - began);
  }
  return times.toSorted((a, b) => a - b)[Math.floor(TURNS / 2)] ?? 0;
}

async function chargeOf(store: DocumentStore): Promise<string> {
  const sql = referralsByReceived({ view: 'All' });
  const { ru } = await store.app(`d:${HARBOR}`).query({ sql, parameters: {}, pageSize: 50 });
  return ru.toFixed(1);
}
