import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Faults } from '@handoff/local/cosmos/faults';
import { api } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import * as z from 'zod';
import { furnish } from '../agencies.ts';
import { referralDraft } from '../examples.ts';
import { checkDraft, pasted271 } from '../eligibility-examples.ts';
import { EVERGREEN, HARBOR, people } from '../people.ts';
import { startSignIn } from '../sign-in.ts';
import { fire, quantile, type Shot } from './load.ts';
import { startStand, usageOf, watchStore } from './stand.ts';

// `npm run bench:api -- [requests]`: three calls through the built API in the local Functions host, and the handlers of
// the same calls behind bare node:http in the same run: only their difference means something on a shared machine.

const requests = z.coerce
  .number()
  .int()
  .min(100)
  .parse(process.argv[2] ?? '1000');
const WARM_UP = 300;
const DELAY_MS = 40;

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

const health: Case = { name: 'host', route: 'system.health', endpoint: api.system.health, each: 4 };

const signIn = await startSignIn();
const faults: Faults = {};
const stand = await startStand({
  faults,
  settings: {
    AUTH_ISSUER: signIn.trust.issuer,
    AUTH_AUDIENCE: signIn.trust.audience,
    AUTH_JWKS_URI: signIn.trust.jwksUri,
    AUTH_TENANT_ID: signIn.trust.tenantId,
    AUTH_SCOPE: signIn.trust.scope,
    CALLS_PER_MINUTE: '1000000',
  },
});
const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare-api.ts'), JSON.stringify(stand.at)], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const asked: Person[] = [
  { domain: HARBOR, oid: people.ana.oid, token: await signIn.token('ana'), check: '' },
  { domain: EVERGREEN, oid: people.eve.oid, token: await signIn.token('eve'), check: '' },
];
const store = watchStore();
try {
  const bareUrl = await new Promise<string>((resolve) => {
    createInterface(bare.stdout).once('line', resolve);
  });
  await furnish(stand.platform.store);
  for (const person of asked) await fillAgency(person);

  // No token, no record, hardly an answer: what remains is the host's and its library's.
  const hostAlone = await cpuOverBare(health, bareUrl);
  console.log(`the host alone: ${hostAlone.cpuMsOverBare} ms of CPU`);
  const rows = [];
  for (const one of cases) rows.push(await measure(one, { bareUrl, hostCpuMs: hostAlone.cpuMsOverBare }));
  console.log(`RESULT ${JSON.stringify({ requests, hostCpuMs: hostAlone.cpuMsOverBare, cases: rows })}`);
} finally {
  bare.kill('SIGKILL');
  await stand.stop();
}
process.exit(0);

/** A full page for the list, and a check for the read. */
async function fillAgency(person: Person): Promise<void> {
  const send = async ({ method, path, output }: Endpoint, content: object): Promise<unknown> => {
    const shot = apiShot({ method, path }, person, JSON.stringify(content));
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

async function measure(one: Case, { bareUrl, hostCpuMs }: { bareUrl: string; hostCpuMs: number }) {
  const { ours, theirs, cpuMsOverBare } = await cpuOverBare(one, bareUrl);
  const trips = await roundTrips(apiShots(one));
  const plain = await roundTrips(bareShots(one, bareUrl, true));
  const row = {
    name: one.name,
    ...ours,
    cpuMsOverBare,
    cpuMsOfPipeline: round(cpuMsOverBare - hostCpuMs),
    roundTrips: trips,
    roundTripsOverPlain: trips - plain,
    bare: theirs,
  };
  console.log(`${one.name}: ${JSON.stringify(row)}`);
  return row;
}

async function cpuOverBare(one: Case, bareUrl: string) {
  const ours = await run(apiShots(one), stand.pid);
  const theirs = await run(bareShots(one, bareUrl, false), bare.pid ?? 0);
  return { ours, theirs, cpuMsOverBare: round(ours.cpuMsPerRequest - theirs.cpuMsPerRequest) };
}

async function run(shots: (() => Shot)[], pid: number) {
  await fire(shots, WARM_UP);
  const before = await usageOf(pid);
  const [ru, stored, began] = [store.ru, store.requests, performance.now()];
  const times = await fire(shots, requests);
  const seconds = (performance.now() - began) / 1000;
  const { cpuSeconds } = await usageOf(pid);
  return {
    requestsPerSecond: Math.round(requests / seconds),
    p50Ms: round(quantile(times, 0.5)),
    p99Ms: round(quantile(times, 0.99)),
    ruPerRequest: round((store.ru - ru) / requests),
    storeRequests: round((store.requests - stored) / requests),
    cpuMsPerRequest: round(((cpuSeconds - before.cpuSeconds) * 1000) / requests),
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

function apiShots({ endpoint, query, body, each }: Case): (() => Shot)[] {
  return asked.flatMap((person) => {
    const { method, path } = endpoint;
    const search = query ? `?${new URLSearchParams(query(person)).toString()}` : '';
    const shot = () => apiShot({ method, path: path + search }, person, body ? JSON.stringify(body()) : '');
    return Array.from({ length: each }, () => shot);
  });
}

function apiShot({ method, path }: { method: string; path: string }, { token }: Person, body: string): Shot {
  const headers = { authorization: `Bearer ${token}`, [IDEMPOTENCY_KEY]: randomUUID() };
  const content = { 'content-type': 'application/json', 'content-length': String(body.length) };
  return { url: `${stand.url}/api${path}`, method, headers: { ...headers, ...(body && content) }, body };
}

function bareShots(
  { route, endpoint, query, body, each }: Case,
  url: string,
  isPlain: boolean,
): (() => Shot)[] {
  return asked.flatMap((person) => {
    const { domain, oid } = person;
    const shot = () => {
      const input = { ...(query && { query: query(person) }), ...(body && { body: body() }) };
      const text = JSON.stringify({
        route,
        isPlain,
        isPublic: endpoint.access === 'public',
        domain,
        oid,
        input,
      });
      return { url, method: 'POST', headers: { 'content-length': String(text.length) }, body: text };
    };
    return Array.from({ length: each }, () => shot);
  });
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
