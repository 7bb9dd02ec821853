import * as z from 'zod';
import { spawn } from 'node:child_process';
import { randomInt, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Faults } from '@handoff/local/cosmos/faults';
import { api } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import { referralDraft } from '../examples/drafts.ts';
import { checkDraft, pasted271 } from '../examples/eligibility-examples.ts';
import { EVERGREEN, HARBOR, people } from '../people.ts';
import type { SignIn } from '../sign-in.ts';
import { fire, quantile, type Shot } from './load.ts';
import type { Stand } from './stand.ts';
import { cpuMsOver, cpuRatioTo, summed, takeTurn, type Turn, type Way } from './turns.ts';

// Measures three calls through the built API in the local Functions host, through its pipeline behind bare node:http,
// and through their bare handlers there. The ways take turns in one run, because only their differences are
// meaningful on a shared machine.

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
  /** Concurrent calls of each of the two people; writes of one agency wait for each other. */
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

/** Limits for the pipeline: its CPU relative to the bare handlers, and sequential requests to the store that it adds. */
export const callLimits = { read: 1.15, write: 1.2, roundTrips: 1 };
const TURNS = 11;
/** Calls until the compilers have seen enough of each way. */
const WARM_UP = 1_000;
const DELAY_MS = 40;

interface Bench {
  stand: Stand;
  signIn: SignIn;
  faults: Faults;
  store: { ru: number; requests: number };
  requests: number;
}

export const callNames = cases.map(({ name }) => name);

export async function measureCalls({ stand, signIn, ...bench }: Bench, names: string[]) {
  const bare = () => startBare(JSON.stringify({ ...stand.at, trust: signIn.trust }));
  const hosts = { api: stand, whole: await bare(), bare: await bare() };
  const asked: Person[] = [
    { domain: HARBOR, oid: people.ana.oid, token: await signIn.token('ana'), check: '' },
    { domain: EVERGREEN, oid: people.eve.oid, token: await signIn.token('eve'), check: '' },
  ];
  try {
    for (const person of asked) await fillAgency(stand.url, person);
    const rows = [];
    for (const one of cases.filter(({ name }) => names.includes(name)))
      rows.push(await measure({ ...bench, hosts, asked }, one));
    return rows;
  } finally {
    hosts.whole.child.kill('SIGKILL');
    hosts.bare.child.kill('SIGKILL');
  }
}

/** Starts a separate process for each of the two ways behind bare node:http, or one would warm up the other. */
async function startBare(at: string) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'bare-api.ts'), at], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const url = await new Promise<string>((resolve) => {
    createInterface(child.stdout).once('line', resolve);
  });
  return { child, url, pid: child.pid ?? 0 };
}

/** Creates a full page for the list, and a check for the read. */
async function fillAgency(url: string, person: Person): Promise<void> {
  const send = async ({ method, path, output }: Endpoint, content: object): Promise<unknown> => {
    const shot = apiShot({ url, method, path }, person, JSON.stringify(content));
    const answer = await fetch(shot.url, shot);
    return output === 'file' ? undefined : z.parse(output, await answer.json());
  };
  for (let count = 0; count < 50; count += 1) await send(api.referrals.create, someone());
  const { checkPasted271 } = api.medicareEligibility;
  const check = await send(checkPasted271, { ...checkDraft(), Answer271: pasted271 });
  person.check = checkPasted271.output.parse(check).CheckId;
}

/** Makes every person different, because otherwise each referral would be a duplicate of all others. */
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

interface Running extends Pick<Bench, 'faults' | 'store' | 'requests'> {
  hosts: Record<'api' | 'whole' | 'bare', { url: string; pid: number }>;
  asked: Person[];
}

async function measure({ hosts, asked, faults, store, requests }: Running, one: Case) {
  const ways: Way[] = [
    { shots: apiShots(one, asked, hosts.api.url), pid: hosts.api.pid },
    { shots: apiShots(one, asked, hosts.whole.url), pid: hosts.whole.pid },
    { shots: bareShots(one, asked, { url: hosts.bare.url, isPlain: false }), pid: hosts.bare.pid },
  ];
  for (const { shots } of ways) await fire(shots, WARM_UP);
  const turns: Turn[][] = ways.map(() => []);
  for (let turn = 0; turn < TURNS; turn += 1)
    for (const [index, way] of ways.entries())
      turns[index]?.push(await takeTurn(way, { count: Math.round(requests / TURNS), store }));
  const [inHost = [], inPipeline = [], inBare = []] = turns;
  const trips = await roundTrips(faults, apiShots(one, asked, hosts.api.url));
  const plain = await roundTrips(faults, bareShots(one, asked, { url: hosts.bare.url, isPlain: true }));
  const cpuRatio = cpuRatioTo(inPipeline, inBare);
  const maxCpuRatio = one.body ? callLimits.write : callLimits.read;
  return {
    name: one.name,
    ...summed(inHost),
    cpuMsOverBare: cpuMsOver(inHost, inBare),
    cpuMsOfPipeline: cpuMsOver(inPipeline, inBare),
    cpuRatioOfPipeline: cpuRatio,
    maxCpuRatio,
    roundTrips: trips,
    roundTripsOverPlain: trips - plain,
    isWithin: cpuRatio <= maxCpuRatio && trips - plain <= callLimits.roundTrips,
    pipeline: summed(inPipeline),
    bare: summed(inBare),
  };
}

/** Counts sequential requests to the store: a slower store delays an answer that many times. */
async function roundTrips(faults: Faults, shots: (() => Shot)[]): Promise<number> {
  const first = shots.slice(0, 1);
  const fast = quantile(await fire(first, 15), 0);
  faults.decide = () => ({ kind: 'delay', ms: DELAY_MS });
  const slow = quantile(await fire(first, 15), 0);
  faults.decide = undefined;
  return Math.round((slow - fast) / DELAY_MS);
}

function apiShots({ endpoint, query, body, each }: Case, asked: Person[], url: string): (() => Shot)[] {
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

function bareShots(
  { route, query, body, each }: Case,
  asked: Person[],
  { url, isPlain }: { url: string; isPlain: boolean },
): (() => Shot)[] {
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
