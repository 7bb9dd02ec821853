import { failAtRandom } from '@handoff/local/cosmos/faults';
import type { Randomness } from '@handoff/local/seed/randomness';
import { sharedPlatform, type TestApi } from '../api.ts';
import { callHost, type HostCall } from './call-host.ts';
import type { HostPair } from './host-pair.ts';
import type { SoakAgency } from './soak-calls.ts';

const AT_ONCE_IN_AGENCY = 2;
const COPIES = 0.3;
/** Share of lost requests between client and host, and between host and store; the same share of answers is lost. */
const LOST = 0.03;
/** Tries with a pause each, longer in total than a killed process needs to restart. */
const TRIES = 3_000;
const PAUSE_MS = 100;

interface Stand {
  handoff: TestApi;
  hosts: HostPair;
  agencies: SoakAgency[];
  /** Kills one of the two processes after about this many answers. */
  killAfter: number;
  network: Network;
  random: Randomness;
}

export interface Soaked {
  answers: number;
  /** Calls whose owner was killed with the lease: a client has to ask again when it expires. */
  waiting: number;
  /** Answers to each key; there may be no two. */
  bodies: Map<string, Set<string>>;
}

/** Every client sends until it has an answer, like ours. */
export async function sendAll(stand: Stand): Promise<Soaked> {
  const soaked: Soaked = { answers: 0, waiting: 0, bodies: new Map() };
  const kill = killNowAndThen(stand, soaked);
  const clients = stand.agencies.flatMap(({ calls }) => {
    const left = [...calls];
    return Array.from({ length: AT_ONCE_IN_AGENCY }, async () => {
      for (let call = left.shift(); call; call = left.shift()) await sendWithCopies(call);
    });
  });
  await Promise.all(clients);
  return soaked;

  async function sendWithCopies(call: HostCall): Promise<void> {
    const copies = stand.random.chance(COPIES) ? 2 : 1;
    await Promise.all(Array.from({ length: copies }, () => sendUntilDone(call)));
  }

  async function sendUntilDone(call: HostCall): Promise<void> {
    for (let tries = 0; tries < TRIES; tries += 1) {
      const answer = await send(stand, call);
      if (answer) kill();
      if (answer?.status === 200) return keepBody(soaked, call.key, answer.text);
      if (answer?.text.includes('request_in_progress')) return void (soaked.waiting += 1);
      if (answer && ![429, 503].includes(answer.status)) throw new Error(`${answer.status} ${answer.text}`);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
    throw new Error(`${call.endpoint.path} was not answered in ${TRIES} tries`);
  }
}

export function keepBody({ bodies }: Soaked, key: string, text: string): void {
  bodies.set(key, (bodies.get(key) ?? new Set()).add(text));
}

/** `undefined` when the request or its answer was lost. */
async function send({ handoff, hosts, network, random }: Stand, call: HostCall) {
  const url = hosts.url(random.between(0, 1));
  const breaksAfterMs = network.breaksAfterMs();
  if (breaksAfterMs === 0) return undefined;
  return callHost(handoff, url, call, breaksAfterMs).catch(() => undefined);
}

function killNowAndThen({ hosts, random, killAfter }: Stand, soaked: Soaked) {
  let next = killAfter;
  return () => {
    soaked.answers += 1;
    if (soaked.answers < next) return;
    next = soaked.answers + random.between(1, 2 * killAfter);
    void hosts.kill(random.between(0, 1));
  };
}

type Network = Awaited<ReturnType<typeof breakTheNetwork>>;

/** Breaks the network between clients and hosts, and between hosts and store, until it is restored. */
export async function breakTheNetwork(random: Randomness) {
  let lost = 0;
  const fraction = () => random.between(0, 999_999) / 1_000_000;
  const { faults } = await sharedPlatform();
  const atRandom = failAtRandom(fraction, [
    { fault: { kind: 'drop-before-commit' }, probability: LOST },
    { fault: { kind: 'lose-answer' }, probability: LOST },
  ]);
  faults.decide = (request) => {
    const fault = atRandom(request);
    if (fault) lost += 1;
    return fault;
  };
  return {
    faults: () => lost,
    /** Returns 0 when the request is lost; otherwise its answer is, unless it comes before. */
    breaksAfterMs(): number | undefined {
      const draw = fraction();
      if (draw >= 2 * LOST) return undefined;
      lost += 1;
      return draw < LOST ? 0 : random.between(1, 100);
    },
    restore: () => void (faults.decide = undefined),
  };
}
