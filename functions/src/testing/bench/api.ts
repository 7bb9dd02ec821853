import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Faults } from '@handoff/local/cosmos/faults';
import { api } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import * as z from 'zod';
import { seedAgencies } from '../examples/agencies.ts';
import { referralDraft } from '../examples/drafts.ts';
import { checkDraft, pasted271 } from '../examples/eligibility-examples.ts';
import { EVERGREEN, HARBOR, people } from '../people.ts';
import { startSignIn } from '../sign-in.ts';
import { fiftyWriters, LEAST } from './fifty-writers.ts';
import { fire, quantile, type Shot } from './load.ts';
import { startStand, watchStore } from './stand.ts';
import { cpuMsOver, summed, takeTurn, type Turn, type Way } from './turns.ts';

// `npm run bench:api -- [requests]`: three calls through the built API in the local Functions host; through its
// pipeline behind bare node:http; and their bare handlers there. The ways take turns in one run: only their differences
// mean something on a shared machine.

const requests = z.coerce
  .number()
  .int()
  .min(100)
  .parse(process.argv[2] ?? '1500');
const TURNS = 11;
/** Until the compilers have seen enough of each way. */
const WARM_UP = 1_000;
const DELAY_MS = 40;
/** What the pipeline may add to a request: milliseconds of CPU, and requests to the store that wait for each other. */
const MOST = { cpuMs: 1, roundTrips: 1 };

interface Person {
  domain: string;
  oid: string;
  token: string;
  check: string;
}

interface Case {
  name: string;
  route: string;
  endpoint: Endpoint;
  query?: (person: Person) => Record<string, string>;
  body?: () => object;
  /** At once by each of the two people; writes of one agency wait for each other. */
  each: number;
}

const cases: Case[] = [
  {
    name: 'point read',
    route: 'medicareEligibility.byId',
    endpoint: api.medicareEligibility.byId,
    query: ({ check }) => ({ id: check }),
    each: 4,
  },
  { name: 'list page', route: 'referrals.list', endpoint: api.referrals.list, query: () => ({}), each: 4 },
  { name: 'atomic write', route: 'referrals.create', endpoint: api.referrals.create, body: someone, each: 1 },
];

const signIn = await startSignIn();
const { trust } = signIn;
const faults: Faults = {};
const stand = await startStand({
  faults,
  settings: {
    AUTH_ISSUER: trust.issuer,
    AUTH_AUDIENCE: trust.audience,
    AUTH_JWKS_URI: trust.jwksUri,
    AUTH_TENANT_ID: trust.tenantId,
    AUTH_SCOPE: trust.scope,
    CALLS_PER_MINUTE: '1000000',
  },
});
const [whole, bare] = [await startBare(), await startBare()];
const asked: Person[] = [
  { domain: HARBOR, oid: people.ana.oid, token: await signIn.token('ana'), check: '' },
  { domain: EVERGREEN, oid: people.eve.oid, token: await signIn.token('eve'), check: '' },
];
const store = watchStore();
const over: string[] = [];
try {
  await seedAgencies(stand.platform.store);
  for (const person of asked) await fillAgency(person);
  const rows = [];
  for (const one of cases) {
    const row = await measure(one);
    console.log(`${one.name}: ${JSON.stringify(row)}`);
    rows.push(row);
    if (row.cpuMsOfPipeline > MOST.cpuMs || row.roundTripsOverPlain > MOST.roundTrips) over.push(one.name);
  }
  const second = await stand.another();
  const writers = await fiftyWriters({
    store: stand.platform.store,
    urls: [stand.url, second.url],
    tokenOf: (oid) => signIn.token('ana', { oid }),
    writes: requests,
  });
  await second.stop();
  console.log(`${writers.name}: ${JSON.stringify(writers)}`);
  const isFair = writers.shareOfSpread >= LEAST.shareOfSpread && writers.p99Ms <= LEAST.p99Ms;
  if (!isFair || writers.refused > LEAST.refused) over.push(writers.name);
  console.log(`RESULT ${JSON.stringify({ requests, cases: [...rows, writers] })}`);
  const limit = `${MOST.cpuMs} ms of CPU, ${MOST.roundTrips} round trip and ${JSON.stringify(LEAST)}`;
  console.log(over.length === 0 ? `all within ${limit}` : `more than ${limit}: ${over.join(', ')}`);
} finally {
  whole.child.kill('SIGKILL');
  bare.child.kill('SIGKILL');
  await stand.stop();
}
process.exit(over.length === 0 ? 0 : 1);

/** Of the two ways behind bare node:http each has a process of its own, or one would warm up the other. */
async function startBare() {
  const at = JSON.stringify({ ...stand.at, trust });
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-api.ts'), at], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) => {
    createInterface(child.stdout).once('line', resolve);
  });
  return { child, url, pid: child.pid ?? 0 };
}

/** A full page for the list, and a check for the read. */
async function fillAgency(person: Person): Promise<void> {
  const send = async ({ method, path, output }: Endpoint, content: object): Promise<unknown> => {
    const shot = apiShot({ url: stand.url, method, path }, person, JSON.stringify(content));
    const answer = await fetch(shot.url, shot);
    return output === 'file' ? undefined : output.parse(await answer.json());
  };
  for (let count = 0; count < 50; count += 1) await send(api.referrals.create, someone());
  const { checkPasted271 } = api.medicareEligibility;
  const check = await send(checkPasted271, { ...checkDraft(), Answer271: pasted271 });
  person.check = checkPasted271.output.parse(check).CheckId;
}

/** Nobody is like another: each referral would else be found as a duplicate of all. */
function someone() {
  const draft = referralDraft();
  const DateOfBirth = new Date(Date.UTC(1930, 0, 1 + randomInt(15_000))).toISOString().slice(0, 10);
  const Phone = `860555${String(randomInt(10_000)).padStart(4, '0')}`;
  const Patient = { ...draft.Patient, FirstName: letters(), LastName: letters(), DateOfBirth, Phone };
  return { ...draft, Patient };
}

function letters(): string {
  return Array.from({ length: 8 }, () => String.fromCodePoint(97 + randomInt(26))).join('');
}

async function measure(one: Case) {
  const ways: Way[] = [
    { shots: apiShots(one, stand.url), pid: stand.pid },
    { shots: apiShots(one, whole.url), pid: whole.pid },
    { shots: bareShots(one, bare.url, false), pid: bare.pid },
  ];
  for (const { shots } of ways) await fire(shots, WARM_UP);
  const turns: Turn[][] = ways.map(() => []);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [index, way] of ways.entries())
      turns[index]?.push(await takeTurn(way, { count: Math.round(requests / TURNS), store }));
  const [inHost = [], inPipeline = [], inBare = []] = turns;
  const trips = await roundTrips(apiShots(one, stand.url));
  const plain = await roundTrips(bareShots(one, bare.url, true));
  return {
    name: one.name,
    ...summed(inHost),
    cpuMsOverBare: cpuMsOver(inHost, inBare),
    cpuMsOfPipeline: cpuMsOver(inPipeline, inBare),
    roundTrips: trips,
    roundTripsOverPlain: trips - plain,
    pipeline: summed(inPipeline),
    bare: summed(inBare),
  };
}

/** How many requests to the store wait for each other: what a slower store adds to an answer, in its delays. */
async function roundTrips(shots: (() => Shot)[]): Promise<number> {
  const first = shots.slice(0, 1);
  const fast = quantile(await fire(first, 15), 0);
  faults.decide = () => ({ kind: 'delay', ms: DELAY_MS });
  const slow = quantile(await fire(first, 15), 0);
  faults.decide = undefined;
  return Math.round((slow - fast) / DELAY_MS);
}

function apiShots({ endpoint, query, body, each }: Case, url: string): (() => Shot)[] {
  return asked.flatMap((person) => {
    const { method, path } = endpoint;
    const search = query ? `?${new URLSearchParams(query(person)).toString()}` : '';
    const at = { url, method, path: path + search };
    const shot = () => apiShot(at, person, body ? JSON.stringify(body()) : '');
    return Array.from({ length: each }, () => shot);
  });
}

function apiShot(
  { url, method, path }: { url: string; method: string; path: string },
  { token }: Person,
  body: string,
): Shot {
  const headers = { authorization: `Bearer ${token}`, [IDEMPOTENCY_KEY]: randomUUID() };
  const content = { 'content-type': 'application/json', 'content-length': String(body.length) };
  return { url: `${url}/api${path}`, method, headers: { ...headers, ...(body && content) }, body };
}

function bareShots({ route, query, body, each }: Case, url: string, isPlain: boolean): (() => Shot)[] {
  return asked.flatMap((person) => {
    const { domain, oid } = person;
    const shot = () => {
      const input = { ...(query && { query: query(person) }), ...(body && { body: body() }) };
      const text = JSON.stringify({
        route,
        isPlain,
        domain,
        oid,
        input,
      });
      return { url, method: 'POST', headers: { 'content-length': String(text.length) }, body: text };
    };
    return Array.from({ length: each }, () => shot);
  });
}
