import { expect, test } from 'vitest';
import { talkTo } from '../../testing/talk-to.ts';
import { accessTo } from '../use-api.ts';
import { createUploads, uploadOf } from './uploads.ts';

test('one file waits for another, and is not sent once it is taken from the list', async () => {
  const { client } = await talkTo([]);
  const { promise: answer, resolve } = Promise.withResolvers<void>();
  const sent: string[] = [];
  const uploads = createUploads({
    api: accessTo(client, 'domain-a'),
    silent: true,
    async send(item) {
      sent.push(item.name);
      await answer;
      return item;
    },
  });
  const added = ['a.pdf', 'b.pdf', 'c.pdf'].map((name) => {
    const file = new File(['%PDF'], name);
    const item = uploadOf(file);
    return { item, outcome: uploads.add(file, item) };
  });
  uploads.remove(added[1]?.item.id ?? '');
  resolve();
  const outcomes = await Promise.all(added.map(async ({ outcome }) => outcome));
  expect(outcomes.map(({ ok }) => ok)).toEqual([true, false, true]);
  expect(sent).toEqual(['a.pdf', 'c.pdf']);
  expect(uploads.list().map(({ name }) => name)).toEqual(['a.pdf', 'c.pdf']);
});
