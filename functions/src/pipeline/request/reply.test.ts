import { expect, test } from 'vitest';
import { constantReply, jsonReply } from './reply.ts';

test('a constant answer is made once for each encoding, however many ask at once', async () => {
  const call = {};
  let made = 0;
  const ask = (encoding: string | undefined) =>
    constantReply(call, encoding, async () => {
      made += 1;
      return jsonReply('{}', encoding);
    });
  await Promise.all(['br', 'gzip, br', 'gzip', undefined, 'gzip', 'br'].map(ask));
  await ask('gzip');
  expect(made).toBe(3);
});

test('one that could not be made is made for the next who asks', async () => {
  const call = {};
  await expect(constantReply(call, undefined, () => Promise.reject(new Error('No')))).rejects.toThrow('No');
  expect(await constantReply(call, undefined, () => jsonReply('{}', undefined))).toMatchObject({
    status: 200,
  });
});
