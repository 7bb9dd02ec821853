import { expect, test } from 'vitest';
import { nthDay, fill, found, startTestStores } from '../../../testing/test-store.ts';
import { dueReverifications } from '../../../records/kinds/eligibility-records.ts';
import { exchangesBefore } from '../history/exchange-blobs.ts';

const stores = await startTestStores();

test('finds referrals that are due for another check, and exchanges past their retention', async () => {
  const store = await stores.newStore();
  const domain = store.app('d:1');
  await fill(domain, 'reverification', (n) => ({
    CheckedAt: nthDay(n),
    NotBefore: n % 2 === 0 ? '' : nthDay(9),
  }));
  await fill(domain, 'exchange', (n) => ({
    CheckId: `check${n}`,
    KeptAt: nthDay(n),
    DeletedAt: n === 0 ? nthDay(9) : null,
  }));
  const due = async (now: string) =>
    found(domain, dueReverifications({ before: nthDay(3), now })).then((ids) =>
      ids.replaceAll('reverification', '').split(' ').toSorted().join(' '),
    );
  expect(await due(nthDay(8))).toBe('0 2');
  expect(await due(nthDay(9))).toBe('0 1 2 3');
  const old = await found(domain, exchangesBefore(nthDay(3), []));
  expect(old.split(' ').toSorted()).toEqual(['exchange1', 'exchange2']);
  expect(await found(domain, exchangesBefore(nthDay(3), ['check1']))).toBe('exchange2');
});
