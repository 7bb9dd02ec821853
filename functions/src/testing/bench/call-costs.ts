import { api } from '@handoff/shared/contract/api';
import { freshApi, sharedPlatform, type TestApi } from '../api.ts';
import { chargedStore } from '../changed-store.ts';
import { referralDraft } from '../examples/drafts.ts';
import { checkId } from '../examples/eligibility-examples.ts';
import { userId } from '../../records/kinds/user-records.ts';
import { referral } from '../examples/example-records.ts';
import { people } from '../people.ts';
import { keepRecorded } from './recorded.ts';

// What the most frequent calls cost in the store: request units, requests, and rounds one after another, which a delay of
// each request shows; and the bytes of the answer. These are counts: other work on the machine does not show.

interface Limits {
  ru?: number;
  requests?: number;
  rounds?: number;
}
type Call = (call: TestApi['call']) => ReturnType<TestApi['call']>;

const DELAY_MS = 100;
const ROWS = 50;
const handoff = await freshApi();
const { faults } = await sharedPlatform();
const ids: { Id: string; Etag: string }[] = [];
for (let row = 0; row <= ROWS; row += 1) ids.push(await referral(handoff));
const [first = { Id: '', Etag: '' }, ...others] = ids;
const check = await checkId(handoff);
let next = 0;
const another = () => others[next++] ?? first;

const ana = { as: 'ana' } as const;
const calls: [name: string, call: Call, limits: Limits][] = [
  // 118 RU with its checks, 21 requests and 10 rounds on 9c3bc8a4. Half of its RU are the index of what a search finds.
  [
    'a new referral',
    (call) => call(api.referrals.create, { body: someone() }, ana),
    { ru: 95, requests: 6, rounds: 4 },
  ],
  ['its checks', (call) => call(api.referrals.checks, { query: { id: first.Id } }, ana), {}],
  [
    'an acceptance',
    (call) => call(api.referrals.update, { body: { ...another(), Decision: { Kind: 'Accepted' } } }, ana),
    { ru: 60, requests: 7, rounds: 4 },
  ],
  [
    'a change of one field',
    (call) => call(api.referrals.update, { body: { ...another(), Priority: true } }, ana),
    {},
  ],
  [
    'a note',
    (call) =>
      call(
        api.referrals.updateNotes,
        { body: { ReferralId: first.Id, ReferralNotes: [{ Text: 'Called.' }] } },
        ana,
      ),
    {},
  ],
  ['a page of 50 rows', (call) => call(api.referrals.list, { query: {} }, ana), { ru: 26, requests: 3 }],
  ['a search', (call) => call(api.referrals.search, { body: { Text: 'sample' } }, ana), {}],
  ['a referral', (call) => call(api.referrals.byId, { query: { id: first.Id } }, ana), {}],
  // The person, the record and the view. Two would need the person from a cache, whose other copies no revocation reaches.
  [
    'a Medicare check',
    (call) => call(api.medicareEligibility.byId, { query: { id: check } }, ana),
    { requests: 3 },
  ],
  ['its activity', (call) => call(api.referrals.activity, { query: { id: first.Id } }, ana), {}],
  [
    'notifications',
    (call) => call(api.users.notifications, { query: { id: userId(people.ana.oid) } }, ana),
    {},
  ],
  ['the dashboard', (call) => call(api.dashboard.figures, { query: {} }, ana), {}],
];

const rows = [];
for (const [name, call, limits] of calls) rows.push({ name, limits, ...(await costOf(call)) });
const over = rows.filter(({ limits, ...cost }) =>
  (['ru', 'requests', 'rounds'] as const).some((each) => cost[each] > (limits[each] ?? Infinity)),
);
for (const { name, ru, requests, rounds, bytes } of rows)
  print(
    `${name.padEnd(24)} ${ru.toFixed(1).padStart(6)} RU ${requests} requests ${rounds} rounds ${bytes} bytes`,
  );
print(
  over.length === 0
    ? 'all within their limits'
    : `over the limit: ${over.map(({ name }) => name).join(', ')}`,
);
print(`RESULT ${JSON.stringify({ calls: rows.length, over: over.length })}`);
const isRecorded = keepRecorded({
  ru: Object.fromEntries(rows.map(({ name, ru }) => [name, Math.round(ru)])),
});
process.exit(over.length === 0 && isRecorded ? 0 : 1);

/** Once to warm up, once to count, and once with a delay. */
async function costOf(call: Call) {
  let [ru, requests] = [0, 0];
  const store = chargedStore(handoff, (charge) => (ru += charge));
  const counted = handoff.another({ store });
  const warm = await call(counted.call);
  warm.ok();
  ru = 0;
  faults.decide = () => {
    requests += 1;
    return undefined;
  };
  const answer = await call(counted.call);
  answer.ok();
  const cost = { ru, requests, bytes: answer.bytes.length };
  faults.decide = () => ({ kind: 'delay', ms: DELAY_MS });
  const began = performance.now();
  await call(counted.call);
  const rounds = Math.floor((performance.now() - began) / DELAY_MS);
  faults.decide = undefined;
  store.close();
  return { ...cost, rounds };
}

function someone() {
  const draft = referralDraft();
  const Phone = `860555${String(Math.floor(Math.random() * 10_000)).padStart(4, '0')}`;
  return { ...draft, Patient: { ...draft.Patient, FirstName: letters(), LastName: letters(), Phone } };
}

function letters(): string {
  return Math.random().toString(36).slice(2, 8).replaceAll(/\d/g, 'x');
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
