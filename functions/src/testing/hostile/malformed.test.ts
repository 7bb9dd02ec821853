import { ErrorBody, errorStatus } from '@handoff/shared/contract/errors';
import type { DocumentStore, LogEntry, Tokens, Versioned } from '../../platform/ports.ts';
import { beforeAll, expect, test } from 'vitest';
import { freshApi, type Answer, type TestApi } from '../api.ts';
import { everyExample, type EndpointExample } from '../examples/endpoint-examples.ts';
import { drawFew, isLong, seeded } from '../faults/run-size.ts';
import { everythingStored } from '../stored.ts';
import { bend, canary, type Bent } from './bent-input.ts';

const REQUESTS = isLong ? 20_000 : 40;
const AT_ONCE = 20;
const HANGS_AFTER_MS = 2_000;

// Public calls take no input, so there is nothing to alter.
const targets = drawFew(
  'malformed',
  everyExample.filter(({ endpoint }) => endpoint.access !== 'public'),
);

let handoff: TestApi;
let call: TestApi['call'];
const inputs = new Map<EndpointExample, unknown>();
let atFirst: Versioned[];
const seen = { requests: 0, failures: 0, slowestMs: 0, logLines: 0, leaks: 0 };

beforeAll(async () => {
  handoff = await freshApi();
  for (const example of targets) inputs.set(example, await example.input(handoff));
  atFirst = await everythingStored(handoff.store);
  const tokens = rememberingTokens(handoff.platform.tokens);
  ({ call } = handoff.another({ store: remembering(handoff.store), tokens, log: watch }));
}, 60_000);

// A million lines would be too many to keep.
function watch(entry: LogEntry): void {
  seen.logLines += 1;
  if (JSON.stringify(entry).includes(canary)) seen.leaks += 1;
}

const random = seeded('malformed');

test.each(targets)(
  `$name refuses ${REQUESTS} malformed requests, quickly and in its own words`,
  async (example) => {
    const wrong: string[] = [];
    let sent = 0;
    while (sent < REQUESTS) {
      const some = Array.from({ length: AT_ONCE }, () => bend(example.endpoint, inputs.get(example), random));
      const bents = some.filter((bent) => bent !== undefined).filter((bent) => refusable(example, bent));
      const problems = await Promise.all(bents.map((bent) => problemOf(example, bent)));
      wrong.push(...problems.filter((problem) => problem !== undefined));
      sent += bents.length;
    }
    expect(wrong.slice(0, 5)).toEqual([]);
  },
  isLong ? 600_000 : 60_000,
);

test('rejected requests store nothing, and no patient is in a log line', async () => {
  const { requests, failures, slowestMs, logLines, leaks } = seen;
  console.log(
    `malformed: ${requests} requests, ${targets.length} endpoints, ${failures} answered 5xx, slowest ${slowestMs} ms, ${leaks} leaks in ${logLines} log lines`,
  );
  expect({ failures, leaks }).toEqual({ failures: 0, leaks: 0 });
  expect(logLines).toBeGreaterThanOrEqual(requests);
  expect(requests).toBeGreaterThanOrEqual(targets.length * REQUESTS);
  expect(await everythingStored(handoff.store)).toEqual(atFirst);
});

/** Tells whether the call must refuse the request: outside an agency, calls ignore the header that names one. */
function refusable({ endpoint }: EndpointExample, { how }: Bent): boolean {
  const names = Object.keys(how.headers ?? {});
  return endpoint.scope === 'domain' || !names.includes('x-business-domain');
}

async function problemOf(example: EndpointExample, { what, input, how }: Bent): Promise<string | undefined> {
  const send = () => timed(() => call(example.endpoint, input, { as: example.as, ...how }));
  const { answer, ms } = await send();
  seen.requests += 1;
  seen.slowestMs = Math.max(seen.slowestMs, ms);
  if (answer.status >= 500) seen.failures += 1;
  // Sent again, in case the machine was just busy.
  const hangs = ms > HANGS_AFTER_MS && (await send()).ms > HANGS_AFTER_MS;
  const problem = wrongWith(answer) ?? (hangs ? `took ${ms} ms` : undefined);
  return problem && `${what}: ${problem}`;
}

async function timed(send: () => Promise<Answer<unknown>>) {
  const began = performance.now();
  const answer = await send();
  return { answer, ms: Math.round(performance.now() - began) };
}

function wrongWith({ status, text }: Pick<Answer<unknown>, 'status' | 'text'>): string | undefined {
  if (status < 400 || status >= 500) return `answered ${status} ${text.slice(0, 200)}`;
  if (text.includes(canary)) return `shows the patient: ${text.slice(0, 200)}`;
  const body = ErrorBody.strict().safeParse(JSON.parse(text));
  if (!body.success) return `not the error body: ${text.slice(0, 200)}`;
  const known = Object.entries(errorStatus).some(([code, of]) => code === body.data.code && of === status);
  return known ? undefined : `${body.data.code} with ${status}`;
}

function rememberingTokens(tokens: Tokens): Tokens {
  const known = new Map<string | undefined, ReturnType<Tokens['verify']>>();
  return {
    verify: (authorization) => {
      const verdict = known.get(authorization) ?? tokens.verify(authorization);
      known.set(authorization, verdict);
      return verdict;
    },
  };
}

/** Reads each caller from the store only once: these requests must change nothing, so nothing can have changed. */
function remembering(store: DocumentStore): DocumentStore {
  const known = new Map<string, Promise<Versioned | undefined>>();
  return {
    ...store,
    app: (key) => ({
      ...store.app(key),
      read: (id) => {
        const place = `${key} ${id}`;
        const found = known.get(place) ?? store.app(key).read(id);
        known.set(place, found);
        return found;
      },
    }),
  };
}
