import { addMs } from '../../../core/time.ts';
import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { freshApi, type TestApi } from '../../../testing/api.ts';
import { checkDraft } from '../../../testing/examples/eligibility-examples.ts';
import { HARBOR } from '../../../testing/people.ts';
import { storedIn, verifyAuditChains } from '../../../testing/stored.ts';

const { medicareEligibility } = api;
const DAY_MS = 24 * 3_600_000;

async function checked(handoff: TestApi): Promise<string> {
  const answer = await handoff.call(medicareEligibility.check, { body: checkDraft() }, { as: 'ana' });
  return answer.ok().CheckId;
}

function timerIn(handoff: TestApi, days: number): Promise<void> {
  const at = addMs(new Date(), days * DAY_MS);
  return handoff.another({ clock: { now: () => at, sleep: async () => {} } }).app.jobs.deleted.run();
}

async function kept(handoff: TestApi, checkId: string) {
  const { blobs } = handoff.platform;
  const parts = ['270', '271'].map((part) => blobs.exists('payer-exchanges', `${HARBOR}/${checkId}.${part}`));
  const query = { id: checkId };
  const { MedicareCheck } = (await handoff.call(medicareEligibility.byId, { query }, { as: 'ana' })).ok();
  return [...(await Promise.all(parts)), MedicareCheck.HasExchange];
}

const removals = async (handoff: TestApi) =>
  (await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ action }) => action === 'exchange.removed');

test('raw texts are removed after their retention; the check stays, and so does a record of the removal', async () => {
  const handoff = await freshApi();
  const id = await checked(handoff);
  await timerIn(handoff, 390);
  expect(await kept(handoff, id)).toEqual([true, true, true]);
  await timerIn(handoff, 400);
  expect(await kept(handoff, id)).toEqual([false, false, false]);
  await timerIn(handoff, 401);
  expect((await removals(handoff)).map(({ subject, oid }) => [subject, oid])).toEqual([[id, 'schedule']]);
  await verifyAuditChains(handoff.store);
});

test('the agency decides the retention', async () => {
  const handoff = await freshApi();
  const { SettingsEligibilityInfo: before, Etag } = (
    await handoff.call(medicareEligibility.settings, {}, { as: 'mia' })
  ).ok();
  const body = { Etag, SettingsEligibilityInfo: { ...before, ExchangeRetentionMonths: 1 } };
  (await handoff.call(medicareEligibility.updateSettings, { body }, { as: 'mia' })).ok();
  const id = await checked(handoff);
  await timerIn(handoff, 33);
  expect(await kept(handoff, id)).toEqual([false, false, false]);
});

test('two simultaneous timers, or one that dies, remove everything, and each removal is logged once', async () => {
  const handoff = await freshApi();
  const ids = [await checked(handoff), await checked(handoff)];
  const died = handoff.crashAt('R1');
  void timerIn(handoff, 400);
  await died;
  await Promise.all([timerIn(handoff, 400), timerIn(handoff, 400)]);
  for (const id of ids) expect(await kept(handoff, id)).toEqual([false, false, false]);
  expect((await removals(handoff)).map(({ subject }) => String(subject)).toSorted()).toEqual(ids.toSorted());
  await verifyAuditChains(handoff.store);
});

test('an inquiry without any outcome is removed, too', async () => {
  const handoff = await freshApi();
  const died = handoff.crashAt('B3p');
  void handoff.call(medicareEligibility.check, { body: checkDraft() }, { as: 'ana' });
  await died;
  const [note] = (await storedIn(handoff.store, `d:${HARBOR}`)).filter(({ type }) => type === 'exchange');
  const name = `${HARBOR}/${String(note?.['CheckId'])}.270`;
  expect(await handoff.platform.blobs.exists('payer-exchanges', name)).toBe(true);
  await timerIn(handoff, 400);
  expect(await handoff.platform.blobs.exists('payer-exchanges', name)).toBe(false);
});
