import { expect, test } from 'vitest';
import { freshApi } from '../testing/api.ts';
import { storedIn } from '../testing/stored.ts';
import { thingKind } from '../testing/writes.ts';
import { createOnce } from './create-once.ts';

test('a first record is created once, whoever writes it again', async () => {
  const { platform, store } = await freshApi();
  const first = { partitionKey: 'd:new', kind: thingKind, record: { Id: 't1', Name: 'One' } };
  await createOnce(platform, first);
  await createOnce(platform, { ...first, record: { Id: 't1', Name: 'Two' } });
  expect(await storedIn(store, 'd:new')).toMatchObject([
    { id: 't1', Id: 't1', type: 'thing', Name: 'One', DeletedAt: null },
  ]);
});

test('a record that the store refuses is an error', async () => {
  const handoff = await freshApi();
  handoff.failStore('batch', { kind: 'answer', status: 413 });
  const record = { Id: 't1', Name: 'One' };
  await expect(
    createOnce(handoff.platform, { partitionKey: 'd:new', kind: thingKind, record }),
  ).rejects.toThrow('thing was refused: tooLarge');
});
