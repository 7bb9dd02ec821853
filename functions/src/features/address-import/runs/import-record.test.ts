import { expect, test } from 'vitest';
import { nthDay, fill, found, startTestStores } from '../../../testing/test-store.ts';
import { importsOfState } from './import-record.ts';

const stores = await startTestStores();

test('the imports of a state, newest first', async () => {
  const store = await stores.newStore();
  const state = store.addresses('CT');
  await fill(state, 'import', (n) => ({ CreatedAt: nthDay(n) }));
  await fill(state, 'manifest', () => ({}));
  expect(await found(state, importsOfState)).toMatch(/^import9 import8 .*import0$/);
});
