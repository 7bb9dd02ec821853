/** @module-tag long */
import { beforeAll, expect, test } from 'vitest';
import { freshApi, type Answer, type TestApi } from '../api.ts';
import { withPartitions } from '../changed-store.ts';
import { everyExample, type EndpointExample } from '../examples/endpoint-examples.ts';
import { isLong, seeded } from '../faults/run-size.ts';
import type { Bent } from './bent-input.ts';
import { makeCostly } from './costly-input.ts';

// One process serves everyone, so no request of a megabyte may occupy it.

const REQUESTS = isLong ? 2_000 : 60;
const MAX_REFUSAL = 64 * 1024;
/** Limits of CPU time, in total and between two turns of the event loop, in which `/health` is answered. */
const MAX_CPU_MS = 1_000;
const MAX_TURN_MS = 300;

const isCostly = ({ endpoint }: EndpointExample) =>
  endpoint.query !== undefined || ('body' in endpoint && endpoint.body !== undefined);
const targets = everyExample.filter((example) => example.endpoint.access !== 'public' && isCostly(example));
/** These calls accept the longest texts. */
const longest = targets.filter(({ name }) => /271|import|preview/i.test(name));

const inputs = new Map<EndpointExample, unknown>();
let call: TestApi['call'];

beforeAll(async () => {
  const handoff = await freshApi();
  for (const example of targets) inputs.set(example, await example.input(handoff));
  // Nothing is stored, so each request starts from the same state.
  const store = withPartitions(handoff.store, () => ({
    commit: async (operations) => ({ outcome: 'applied', etags: operations.map(() => 'kept'), ru: 0 }),
  }));
  ({ call } = handoff.another({ store }));
}, 60_000);

test(
  `${REQUESTS} costly requests are answered soon, in few words, and between others`,
  async () => {
    const random = seeded('costly');
    const [first, ...others] = targets;
    const [long, ...longer] = longest;
    if (!first || !long) throw new Error('No call takes any input');
    const wrong: string[] = [];
    let [cpu, turn, refusal] = [0, 0, 0];
    for (let sent = 0; sent < REQUESTS; sent += 1) {
      const example = random.chance(0.3) ? random.pick([long, ...longer]) : random.pick([first, ...others]);
      const bent = makeCostly(example.endpoint, inputs.get(example), random);
      // oxlint-disable-next-line no-await-in-loop -- what one costs must not be counted for another
      const measured = await cheaperOfTwo(example, bent);
      cpu = Math.max(cpu, measured.cpuMs);
      turn = Math.max(turn, measured.turnMs);
      if (measured.answer.status >= 400) refusal = Math.max(refusal, measured.answer.text.length);
      wrong.push(...problemsOf(measured).map((problem) => `${example.name}, ${bent.what}: ${problem}`));
    }
    console.log(
      `costly: ${REQUESTS} requests, at most ${Math.round(cpu)} ms of CPU, ${Math.round(turn)} ms in one turn, refusals of ${refusal} bytes`,
    );
    expect(wrong).toEqual([]);
  },
  isLong ? 1_200_000 : 120_000,
);

interface Measured {
  answer: Answer<unknown>;
  cpuMs: number;
  turnMs: number;
}

/** Measures a failed case again, because compiling, or collecting earlier garbage, happens only once. */
async function cheaperOfTwo(example: EndpointExample, bent: Bent): Promise<Measured> {
  const measured = await measure(example, bent);
  return problemsOf(measured).length === 0 ? measured : measure(example, bent);
}

async function measure({ endpoint, as }: EndpointExample, { input, how }: Bent): Promise<Measured> {
  const before = process.threadCpuUsage();
  let [last, turnMs] = [before, 0];
  function endTurn() {
    turnMs = Math.max(turnMs, msSince(last));
    last = process.threadCpuUsage();
  }
  const turns = setInterval(endTurn, 1);
  try {
    const answer = await call(endpoint, input, { as, ...how });
    endTurn();
    return { answer, cpuMs: msSince(before), turnMs };
  } finally {
    clearInterval(turns);
  }
}

function msSince(before: NodeJS.CpuUsage): number {
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1000;
}

function problemsOf({ answer: { status, text }, cpuMs, turnMs }: Measured): string[] {
  return [
    ...(status >= 500 ? [`answered ${status} ${text.slice(0, 200)}`] : []),
    ...(status >= 400 && text.length > MAX_REFUSAL ? [`refused with ${text.length} bytes`] : []),
    ...(cpuMs > MAX_CPU_MS ? [`took ${Math.round(cpuMs)} ms of CPU`] : []),
    ...(turnMs > MAX_TURN_MS ? [`kept the API for ${Math.round(turnMs)} ms`] : []),
  ];
}
