import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Faults } from '@handoff/local/cosmos/faults';
import { api } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import * as z from 'zod';
import { furnish } from '../agencies.ts';
import { referralDraft } from '../examples.ts';
import { EVERGREEN, HARBOR, people } from '../people.ts';
import { startSignIn } from '../sign-in.ts';
import { fire, quantile, type Shot } from './load.ts';
import { startStand, usageOf, watchStore } from './stand.ts';

// `npm run bench:api -- [requests]`: three calls through the built API in the local Functions host, and the same storage
// calls behind bare node:http in the same run: only their difference means something on a shared machine.

const requests = z.coerce
  .number()
  .int()
  .min(100)
  .parse(process.argv[2] ?? '1000');
const WARM_UP = 300;
const DELAY_MS = 40;

interface Case {
  name: string;
  endpoint: Endpoint;
  query?: (referralId: string) => string;
  body: string;
  /** At once by each of the two people; writes of one agency wait for each other. */
  each: number;
  /** Of the bare handler, for counting round trips. */
  unprotected?: string;
}

const draft = JSON.stringify(referralDraft());
const cases: Case[] = [
  { name: 'point read', endpoint: api.referrals.byId, query: (id) => `?id=${id}`, body: '', each: 4 },
  { name: 'list page', endpoint: api.referrals.list, query: () => '?PageSize=50', body: '', each: 4 },
  { name: 'atomic write', endpoint: api.referrals.create, body: draft, each: 1, unprotected: 'plain write' },
];

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
  },
});
const bare = spawn(process.execPath, [join(import.meta.dirname, 'bare-api.ts'), JSON.stringify(stand.at)], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const asked = [
  { domain: HARBOR, oid: people.ana.oid, token: await signIn.token('ana'), referral: '' },
  { domain: EVERGREEN, oid: people.eve.oid, token: await signIn.token('eve'), referral: '' },
];
const store = watchStore();
try {
  const bareUrl = await new Promise<string>((resolve) => {
    createInterface(bare.stdout).once('line', resolve);
  });
  await furnish(stand.platform.store);
  for (const person of asked) person.referral = await fiftyReferrals(person.token);

  const rows = [];
  for (const one of cases) rows.push(await measure(one, bareUrl));
  console.log(`RESULT ${JSON.stringify({ requests, cases: rows })}`);
} finally {
  bare.kill('SIGKILL');
  await stand.stop();
}
process.exit(0);

/** A full page for the list; gives the first, for the read. */
async function fiftyReferrals(token: string): Promise<string> {
  const { method, path } = api.referrals.create;
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  let last = '';
  for (let count = 0; count < 50; count += 1) {
    const key = { [IDEMPOTENCY_KEY]: randomUUID() };
    const answer = await fetch(`${stand.url}/api${path}`, {
      method,
      headers: { ...headers, ...key },
      body: draft,
    });
    last = api.referrals.create.output.parse(await answer.json()).ReferralInfo[0]?.Id ?? '';
  }
  return last;
}

async function measure(one: Case, bareUrl: string) {
  const ours = await run(apiShots(one), stand.pid);
  const theirs = await run(bareShots(one, bareUrl, one.name), bare.pid ?? 0);
  const trips = await roundTrips(apiShots(one));
  const unprotected = await roundTrips(bareShots(one, bareUrl, one.unprotected ?? one.name));
  const row = {
    name: one.name,
    ...ours,
    cpuMsOverBare: round(ours.cpuMsPerRequest - theirs.cpuMsPerRequest),
    roundTrips: trips,
    roundTripsOverPlain: trips - unprotected,
    bare: theirs,
  };
  console.log(`${one.name}: ${JSON.stringify(row)}`);
  return row;
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
  const fast = quantile(await fire(first, 15), 0.5);
  faults.decide = () => ({ kind: 'delay', ms: DELAY_MS });
  const slow = quantile(await fire(first, 15), 0.5);
  faults.decide = undefined;
  return Math.round((slow - fast) / DELAY_MS);
}

function apiShots({ endpoint, query, body, each }: Case): (() => Shot)[] {
  return asked.flatMap(({ token, referral }) =>
    Array.from({ length: each }, () => () => ({
      url: `${stand.url}/api${endpoint.path}${query?.(referral) ?? ''}`,
      method: endpoint.method,
      headers: {
        authorization: `Bearer ${token}`,
        [IDEMPOTENCY_KEY]: randomUUID(),
        ...(body && { 'content-type': 'application/json', 'content-length': String(body.length) }),
      },
      body,
    })),
  );
}

function bareShots({ body, each }: Case, url: string, name: string): (() => Shot)[] {
  return asked.flatMap(({ domain, oid, referral }) => {
    const document: unknown = body && JSON.parse(body);
    const text = JSON.stringify({ case: name, domain, oid, referral, document });
    const headers = { 'content-length': String(text.length) };
    return Array.from({ length: each }, () => () => ({ url, method: 'POST', headers, body: text }));
  });
}

function round(value: number): number {
  return Number(value.toFixed(2));
}
