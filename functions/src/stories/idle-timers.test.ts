import { expect, test } from 'vitest';
import { freshApi, type TestApi } from '../testing/api.ts';
import { chargedStore } from '../testing/changed-store.ts';
import { addAgency } from '../testing/examples/agencies.ts';

const DAY_MS = 86_400_000;

/** Requests to the store of each timer's run, after a run that did what was due. */
async function requestsOfRuns(handoff: TestApi): Promise<Record<string, number>> {
  let requests = 0;
  const store = chargedStore(handoff, () => (requests += 1));
  const counts: Record<string, number> = {};
  for (const [name, job] of Object.entries(handoff.another({ store }).app.jobs)) {
    await job.run();
    requests = 0;
    await job.run();
    counts[name] = requests;
  }
  store.close();
  return counts;
}

test('timers ask an agency nothing while nothing is due there', async () => {
  const handoff = await freshApi();
  // A Saturday is a quiet time for scheduled checks.
  handoff.advance((6 - new Date().getUTCDay()) * DAY_MS);
  const { audit: _each, reviews: _people, ...before } = await requestsOfRuns(handoff);
  for (let n = 0; n < 10; n += 1) {
    const id = `domain-idle-${n}`;
    await addAgency(handoff.store, { id, intake: { oid: `intake-${n}`, name: 'Ida Idle' } });
    // Its agency has not switched scheduled checks on.
    const due = { ReferralId: 'a', CheckId: 'a', CheckedAt: '2020-01-01', NotBefore: '', Failures: 0 };
    const document = { ...due, Id: 'due', id: 'due', type: 'reverification', DeletedAt: null };
    await handoff.store.app(`d:${id}`).commit([{ op: 'create', document }]);
  }
  const { audit, reviews, ...after } = await requestsOfRuns(handoff);
  expect(after).toEqual(before);
  expect(audit).toBeGreaterThan(0);
  expect(reviews).toBeGreaterThan(0);
});

test('a run that found nothing is recorded again after minutes, and one with an error at once', async () => {
  const handoff = await freshApi();
  const lastRun = async () => (await handoff.store.app('sys').read('job-run-sweepScans'))?.['LastRun'];
  await handoff.app.jobs.scans.run();
  const first = await lastRun();
  handoff.advance(5 * 60_000);
  await handoff.app.jobs.scans.run();
  expect(await lastRun()).toEqual(first);
  handoff.advance(5 * 60_000);
  await handoff.app.jobs.scans.run();
  const second = await lastRun();
  expect(second).not.toEqual(first);
  handoff.failStore('query', { kind: 'answer', status: 503 }, 1e6);
  await expect(handoff.app.jobs.scans.run()).rejects.toThrow('store');
  handoff.failStore('query', { kind: 'answer', status: 503 }, 0);
  expect(await lastRun()).toMatchObject({ EndedBy: 'StoreUnavailable' });
  await handoff.app.jobs.scans.run();
  expect(await lastRun()).toMatchObject({ EndedBy: '' });
});
