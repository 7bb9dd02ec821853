/** @module-tag long */
import { api } from '@handoff/shared/contract/api';
import { beforeAll, expect, test } from 'vitest';
import { freshApi, type TestApi } from '../api.ts';
import { buildBundle } from '../host-process.ts';
import { countByType, storedIn, verifyAuditChains } from '../stored.ts';
import { countBlobs } from './crash-story.ts';
import { startHostPair } from './host-pair.ts';
import { isLong, seeded, seededApart } from './run-size.ts';
import { misdone, openAgencies, type SoakAgency } from './soak-calls.ts';
import { breakTheNetwork, keepBody, sendAll, type Soaked } from './soak-clients.ts';

const AGENCIES = isLong ? 20 : 3;
const KEYS_IN_EACH = isLong ? 500 : 30;
/** The average number of answers between kills. */
const KILL_AFTER = isLong ? 35 : 25;
const MIN_KILLS = isLong ? 200 : 2;

beforeAll(buildBundle, 120_000);

test(
  'no call is lost or doubled while messages are lost and processes die',
  async () => {
    const began = performance.now();
    const handoff = await freshApi();
    const agencies = await openAgencies(handoff, {
      agencies: AGENCIES,
      keysInEach: KEYS_IN_EACH,
      random: seeded('soak'),
    });
    const blobsBefore = await countBlobs();
    const hosts = await startHostPair(handoff);
    const network = await breakTheNetwork(seededApart(1));
    const stand = { handoff, hosts, agencies, network, killAfter: KILL_AFTER, random: seededApart(2) };
    let soaked: Soaked;
    try {
      soaked = await sendAll(stand);
    } finally {
      network.restore();
      await hosts.stop();
    }

    // An abandoned lease is over by then.
    handoff.advance(61_000);
    await Promise.all(agencies.map((agency) => askAgain(handoff, agency, soaked)));
    await sweepAll(handoff, agencies);
    const results = await Promise.all(agencies.map((agency) => judge(handoff, agency)));

    const [lost, doubled] = [results.flatMap((one) => one.lost), results.flatMap((one) => one.doubled)];
    const twoBodies = [...soaked.bodies.values()].filter(({ size }) => size !== 1);
    const [kills, faults] = [hosts.kills(), network.faults()];
    console.log(
      `soak: ${soaked.bodies.size} keys, ${soaked.answers} answers, ${kills} kills, ${faults} network faults, ` +
        `${soaked.waiting} waited for a lease: ${lost.length} lost, ${doubled.length} doubled, ` +
        `${twoBodies.length} with two answers, in ${Math.round((performance.now() - began) / 1000)} s`,
    );
    expect({ lost, doubled, twoBodies }).toEqual({ lost: [], doubled: [], twoBodies: [] });
    expect(soaked.bodies.size).toBe(AGENCIES * KEYS_IN_EACH);
    expect(kills).toBeGreaterThanOrEqual(MIN_KILLS);
    expect(faults).toBeGreaterThan(soaked.bodies.size * 0.06);
    const documents = results.reduce((sum, { uploads }) => sum + uploads, 0);
    expect((await countBlobs()) - blobsBefore).toBe(documents);
  },
  isLong ? 3_600_000 : 180_000,
);

/** Sends every call again, whatever its answers were. */
async function askAgain(handoff: TestApi, { calls }: SoakAgency, soaked: Soaked): Promise<void> {
  for (const { endpoint, input, key, token } of calls) {
    const headers = { authorization: `Bearer ${token}` };
    const send = () => handoff.call(endpoint, input, { key, headers });
    let answer = await send();
    // A busy machine may delay the answer.
    for (let tries = 1; answer.status === 503 && tries < 10; tries += 1) answer = await send();
    if (answer.status !== 200) throw new Error(`${key}: ${answer.status} ${answer.text}`);
    keepBody(soaked, key, answer.text);
  }
}

/** Sweeps until every message of a killed process is delivered. */
async function sweepAll(handoff: TestApi, agencies: SoakAgency[]): Promise<void> {
  for (let left = true; left;) {
    await handoff.app.jobs.outbox.run();
    const stored = await Promise.all(agencies.map(({ partition }) => storedIn(handoff.store, partition)));
    left = stored.flat().some(({ type }) => type === 'outbox');
  }
}

async function judge({ store }: TestApi, agency: SoakAgency) {
  const { partition, calls, referralId } = agency;
  await verifyAuditChains(store, [partition]);
  const documents = await storedIn(store, partition);
  const of = (path: string) => calls.filter(({ endpoint }) => endpoint.path === path).length;
  const [uploads, notes] = [of(api.services.uploadFile.path), of(api.referrals.updateNotes.path)];
  expect(countByType(documents)).toEqual({
    lists: 1,
    'key-renewal': 1,
    audit: 1 + calls.length,
    referral: 1 + of(api.referrals.create.path),
    // An agency may not have drawn one of each.
    ...(notes > 0 && { note: notes }),
    ...(uploads > 0 && { document: uploads }),
  });
  expect(documents.find(({ id }) => id === referralId)).toMatchObject({ NoteCount: notes });
  return { ...misdone(agency, documents), uploads };
}
