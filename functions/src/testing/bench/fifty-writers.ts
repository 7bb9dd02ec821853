import { randomUUID } from 'node:crypto';
import { api } from '@handoff/shared/contract/api';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import type { DocumentStore } from '../../platform/ports.ts';
import { addAgency, addIntake } from '../examples/agencies.ts';
import { referralDraft } from '../examples/drafts.ts';
import { quantile } from './load.ts';

const WRITERS = 50;
const TURNS = 4;
/** Limits for writers of one agency, relative to fifty agencies. */
export const writerLimits = { shareOfSpread: 0.6, p99OfSpread: 3, refused: 0 };

interface Writing {
  store: DocumentStore;
  /** Addresses of the host processes; the writers are divided among them. */
  urls: string[];
  tokenOf: (oid: string) => Promise<string>;
  writes: number;
  /** Requests to the store so far. */
  seen: { requests: number };
}

interface Writer {
  url: string;
  token: string;
  referralId: string;
}

/**
 * Fifty people write notes concurrently, first each in a separate agency, then all in one; in turns, over all
 * processes.
 */
export async function fiftyWriters(writing: Writing) {
  const spread = await writersIn(writing, (n) => `domain-spread-${n}`);
  const together = await writersIn(writing, () => 'domain-together');
  await write(spread, { count: WRITERS * 4, seen: writing.seen });
  await write(together, { count: WRITERS * 4, seen: writing.seen });
  const runs = { spread: noRun(), together: noRun() };
  for (let turn = 0; turn < TURNS; turn += 1) {
    add(runs.spread, await write(spread, { count: writing.writes / TURNS, seen: writing.seen }));
    add(runs.together, await write(together, { count: writing.writes / TURNS, seen: writing.seen }));
  }
  const inOne = summed(runs.together);
  const inMany = summed(runs.spread);
  return {
    name: 'fifty writers',
    shareOfSpread: rounded(perSecond(runs.together) / perSecond(runs.spread)),
    ...inOne,
    p99OfSpread: rounded(inOne.p99Ms / inMany.p99Ms),
    spread: inMany,
  };
}

async function writersIn(
  { store, urls, tokenOf }: Writing,
  agencyOf: (n: number) => string,
): Promise<Writer[]> {
  const writers: Writer[] = [];
  const opened = new Set<string>();
  for (let n = 0; n < WRITERS; n += 1) {
    const intake = { oid: randomUUID(), name: `Writer ${n}` };
    const id = agencyOf(n);
    await (opened.has(id) ? addIntake : addAgency)(store, { id, intake });
    opened.add(id);
    const writer = { url: urls[n % urls.length] ?? '', token: await tokenOf(intake.oid), referralId: '' };
    const made = await send(writer, api.referrals.create, referralDraft());
    const { ReferralInfo } = api.referrals.create.output.parse(await made.json());
    writers.push({ ...writer, referralId: ReferralInfo[0]?.Id ?? '' });
  }
  return writers;
}

interface Run {
  times: number[];
  refused: number;
  ms: number;
  storeRequests: number;
}

const perSecond = ({ times, refused, ms }: Run) => ((times.length - refused) * 1000) / ms;

const noRun = (): Run => ({ times: [], refused: 0, ms: 0, storeRequests: 0 });

function add(all: Run, run: Run): void {
  all.times.push(...run.times);
  all.refused += run.refused;
  all.ms += run.ms;
  all.storeRequests += run.storeRequests;
}

const summed = (run: Run) => ({
  requestsPerSecond: Math.round(perSecond(run)),
  p50Ms: Math.round(quantile(run.times, 0.5)),
  p99Ms: Math.round(quantile(run.times, 0.99)),
  refused: run.refused,
  storeRequestsPerWrite: rounded(run.storeRequests / run.times.length),
});

/** Each writer sends the next note when the last one is answered, until `count` are written. */
async function write(
  writers: Writer[],
  { count, seen }: { count: number; seen: Writing['seen'] },
): Promise<Run> {
  const run = noRun();
  const [began, before] = [performance.now(), seen.requests];
  let left = count;
  await Promise.all(
    writers.map(async (writer) => {
      while (left > 0) {
        left -= 1;
        const sent = performance.now();
        const ReferralNotes = [{ Text: `Seen at ${sent}.` }];
        const body = { ReferralId: writer.referralId, ReferralNotes };
        const { status } = await send(writer, api.referrals.updateNotes, body);
        run.times.push(performance.now() - sent);
        if (status !== 200) run.refused += 1;
      }
    }),
  );
  return { ...run, ms: performance.now() - began, storeRequests: seen.requests - before };
}

async function send({ url, token }: Writer, { method, path }: Endpoint, body: object): Promise<Response> {
  const headers = {
    authorization: `Bearer ${token}`,
    [IDEMPOTENCY_KEY]: randomUUID(),
    'content-type': 'application/json',
  };
  const response = await fetch(`${url}/api${path}`, { method, headers, body: JSON.stringify(body) });
  if (response.status !== 200) console.log(await response.text());
  return response.bodyUsed ? response : new Response(await response.arrayBuffer(), response);
}

const rounded = (value: number) => Number(value.toFixed(2));
