// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { act, cleanup, renderHook } from '@testing-library/react';
import type { PropsWithChildren } from 'react';
import { afterEach, expect, test } from 'vitest';
import { usersApi } from '@handoff/shared/contract/people/users';
import { type Reply, talkTo } from '../../testing/talk-to.ts';
import { accessTo, ApiContext } from '../use-api.ts';
import { useAction } from './outbox.ts';

afterEach(cleanup);

async function button(replies: Reply[]) {
  const { client, seen } = await talkTo(replies);
  const access = accessTo(client, 'domain-a');
  const wrapper = ({ children }: PropsWithChildren) => <ApiContext value={access}>{children}</ApiContext>;
  const { result } = renderHook(() => useAction(usersApi.readNotification, { silent: true }), { wrapper });
  const press = (...ids: string[]) =>
    act(() => Promise.all(ids.map((Id) => result.current.run({ body: { Id } }))));
  const sent = () => new Set(seen.map(({ body }): unknown => JSON.parse(body).Id));
  return { result, press, sent, seen };
}
const read: Reply = { status: 200, body: { UserNotificationsInfo: [] } };

test('three records through one button are three requests', async () => {
  const { press, sent, seen, result } = await button([read]);
  await press('a', 'b', 'c');
  expect([seen.length, sent()]).toEqual([3, new Set(['a', 'b', 'c'])]);
  expect(result.current.isPending).toBe(false);
});

test('a record whose answer was lost keeps its key while another one is sent', async () => {
  const { press, seen } = await button([
    { status: 500, body: { ErrorMessage: 'Oops', code: 'internal', requestId: 'r' } },
    read,
  ]);
  await press('a');
  await press('b');
  await press('a');
  const [first, other, again] = seen.map(({ headers }) => headers['idempotency-key']);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
});
