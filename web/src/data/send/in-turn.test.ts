import { expect, test } from 'vitest';
import { inTurn } from './in-turn.ts';

function saves() {
  const log: string[] = [];
  const finish: (() => void)[] = [];
  const take = inTurn<string, string>((former, wish) => former === wish);
  const save = (wish: string) =>
    take(wish, () => async () => {
      log.push(`begin ${wish}`);
      await new Promise<void>((resolve) => finish.push(resolve));
      log.push(`end ${wish}`);
      return `saved ${wish}`;
    });
  const finishNext = () => finish.shift()?.();
  return { save, log, finishNext };
}

test('a double click is one piece of work with one outcome', async () => {
  const { save, log, finishNext } = saves();
  const both = [save('one'), save('one')];
  finishNext();
  expect(await Promise.all(both)).toEqual(['saved one', 'saved one']);
  expect(log).toEqual(['begin one', 'end one']);
});

test('a different wish is not dropped: it waits, and the last one asked for is the last one done', async () => {
  const { save, log, finishNext } = saves();
  const all = [save('one'), save('two'), save('one')];
  for (const each of all) {
    finishNext();
    // oxlint-disable-next-line no-await-in-loop -- one after the other
    await each;
    // oxlint-disable-next-line no-await-in-loop -- the next one begins
    await Promise.resolve();
  }
  expect(log).toEqual(['begin one', 'end one', 'begin two', 'end two', 'begin one', 'end one']);
});

test('a failure is its own: what waits begins all the same', async () => {
  const take = inTurn<number, string>((former, wish) => former === wish);
  const failing = take(1, () => () => Promise.reject(new Error('no')));
  const next = take(2, () => () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test('the same asked for again after it is done is done again', async () => {
  let times = 0;
  const take = inTurn<number, number>((former, wish) => former === wish);
  const work = () => () => Promise.resolve((times += 1));
  await take(1, work);
  expect(await take(1, work)).toBe(2);
});
