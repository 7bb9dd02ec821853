import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@handoff/shared/contract/api';
import { IDEMPOTENT_REPLAYED } from '@handoff/shared/contract/headers';
import { expect, test } from 'vitest';
import { freshApi } from '../testing/api.ts';
import { referralDraft } from '../testing/examples/drafts.ts';

test('duplicates that wait too long for their turn get the stored answer', async () => {
  const handoff = await freshApi();
  const { call } = handoff.another({});
  const [key, body] = [randomUUID(), referralDraft()];
  const send = () => call(api.referrals.create, { body }, { as: 'ana', key });
  const { reached, release } = handoff.holdAt('A2');
  const first = send();
  await reached;
  const others = [send(), send(), send()];
  await sleep(500);
  handoff.advance(10_000);
  release();
  const answers = await Promise.all([first, ...others]);
  expect(answers.map(({ status, text }) => [status, text])).toEqual(
    answers.map(() => [200, answers[0]?.text]),
  );
  expect(answers.filter(({ headers }) => headers[IDEMPOTENT_REPLAYED] === 'true')).toHaveLength(3);
});

test('a UUID is the same key in upper and lower case, and other keys are case-sensitive', async () => {
  const handoff = await freshApi();
  const body = referralDraft();
  const create = async (key: string) => {
    const { text, headers } = await handoff.call(api.referrals.create, { body }, { as: 'ana', key });
    return { text, isReplayed: headers[IDEMPOTENT_REPLAYED] === 'true' };
  };
  const key = randomUUID();
  const first = await create(key);
  expect(await create(key.toUpperCase())).toEqual({ text: first.text, isReplayed: true });
  await create('a-key-of-our-own-1');
  expect((await create('A-KEY-OF-OUR-OWN-1')).isReplayed).toBe(false);
});
