import { expect, test } from 'vitest';
import { restarted } from './restarted.ts';
import type { Part } from './run-part.ts';

/** Starts parts that end on request. */
function startable() {
  const ends: ((how: string) => void)[] = [];
  const starts: boolean[] = [];
  const start = async (isAgain: boolean): Promise<Part> => {
    starts.push(isAgain);
    const { promise, resolve } = Promise.withResolvers<string>();
    ends.push(resolve);
    return {
      name: 'functions',
      logFile: 'functions.log',
      ended: promise,
      send: () => {},
      stop: async () => resolve('SIGTERM'),
    };
  };
  return { start, starts, end: (how: string) => ends.at(-1)?.(how) };
}

test('a part that ends by itself is started again, and says so', async () => {
  const { start, starts, end } = startable();
  const said: string[] = [];
  const part = await restarted(start, (line) => said.push(line));
  end('exit code 0');
  await expect.poll(() => starts).toEqual([false, true]);
  expect(said).toEqual([
    'The part "functions" ended (exit code 0) and is started again. Its log: functions.log',
  ]);
  await part.stop();
  expect(await part.ended).toBe('SIGTERM');
  expect(starts).toHaveLength(2);
});

test('a part that goes on ending is given up', async () => {
  const { start, starts, end } = startable();
  const part = await restarted(start, () => {});
  for (let ended = 1; ended <= 6; ended += 1) {
    // oxlint-disable-next-line no-await-in-loop -- each start follows the end before it
    await expect.poll(() => starts.length).toBe(ended);
    end(`exit code ${ended}`);
  }
  expect(await part.ended).toBe('exit code 6');
});

test('a part that cannot start again says why', async () => {
  const { start, end } = startable();
  const part = await restarted(
    (isAgain) => (isAgain ? Promise.reject(new Error('The port is taken')) : start(isAgain)),
    () => {},
  );
  end('SIGKILL');
  expect(await part.ended).toBe('The port is taken');
});
