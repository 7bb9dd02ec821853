// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { clientToken, hub, startTestSignalR } from '@handoff/local/signalr/signalr-for-tests';
import { HUB_TARGET } from '@handoff/shared/contract/realtime';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { LiveProvider } from '../../../data/live/live.tsx';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { marcus, sampleRow, sampleSettings } from '../../../testing/sample-referrals.ts';
import { type Answer, type Answers, intentOf, ok, type Reply } from '../../../testing/talk-to.ts';
import { WorklistPage } from './worklist-page.tsx';

const page = (rows: ReferralRow[], Continuation: string | null = null) => ({
  ReferralInfo: rows,
  Continuation,
});
const three = ['Adams', 'Baker', 'Clark'].map((name) => sampleRow(name));
const counts = (DraftCount: number) => ({ ReferralCounts: [], IsEmpty: false, DraftCount });
const failure: Reply = {
  status: 400,
  body: { code: 'invalid_request', ErrorMessage: 'The list is not available.', requestId: 'r-1' },
};

const worklist = (list: Answer, answers: Answers = {}, part = <WorklistPage />, replies: Reply[] = []) =>
  renderScreen(part, replies, {
    at: '/referrals',
    answers: { '/settings/get': ok(sampleSettings), '/referrals/get': list, ...answers },
  });

/** The last name of each row. */
const names = () => screen.getAllByRole('rowheader').map(lastName);
const lastName = (cell?: Element | null) => cell?.textContent.split(',')[0];
const row = (name: RegExp) => screen.getByRole('row', { name });
const footer = () => screen.getByRole('contentinfo').textContent;
const selectAll = () => screen.getByRole<HTMLInputElement>('checkbox', { name: 'Select all rows' });
const focusedRow = () => lastName(document.activeElement?.closest('tr')?.querySelector('th'));

test('a slow list shows that it is loading, and then its rows', async () => {
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
  await worklist(ok(page(three), arrives));
  await screen.findByLabelText('Loading');
  expect(screen.queryByRole('table')).toBeNull();
  arrive();
  await screen.findByRole('table', { name: 'Referrals' });
  expect(names()).toEqual(['Adams', 'Baker', 'Clark']);
  expect(footer()).toContain('3 referrals');
});

test('an empty list says what that means', async () => {
  await worklist(ok(page([])));
  await screen.findByRole('heading', { name: 'Every open referral is answered' });
  expect(screen.queryByRole('table')).toBeNull();
});

test('a list that failed says why, and another try shows it', async () => {
  const { user } = await worklist([failure, ok(page(three))]);
  const alert = await screen.findByRole('alert');
  within(alert).getByText('The list is not available.');
  within(alert).getByText('r-1');
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  await screen.findByRole('table', { name: 'Referrals' });
  expect(screen.queryByRole('alert')).toBeNull();
});

test('j and k move between rows, x selects, Escape clears, and Enter opens', async () => {
  const { user, address } = await worklist(ok(page(three)));
  await screen.findByRole('table', { name: 'Referrals' });
  await user.keyboard('jjk');
  expect(focusedRow()).toBe('Adams');
  await user.keyboard('x');
  await screen.findByRole('region', { name: 'Selected referrals' });
  expect(row(/Adams/).dataset['selected']).toBe('true');
  await user.keyboard('{Escape}');
  expect(row(/Adams/).dataset['selected']).toBe('false');
  expect(focusedRow()).toBe('Adams');
  await user.keyboard('j{Enter}');
  await waitFor(() => expect(address()).toBe('/referrals/Baker'));
});

test('the box of the head is mixed between none and all, and Shift selects a range', async () => {
  const { user } = await worklist(ok(page(three)));
  await screen.findByRole('table', { name: 'Referrals' });
  const state = () => [selectAll().checked, selectAll().indeterminate];
  expect(state()).toEqual([false, false]);
  await user.keyboard('jx');
  expect(state()).toEqual([false, true]);
  await user.keyboard('jj{Shift>}X{/Shift}');
  expect(state()).toEqual([true, false]);
  await user.click(selectAll());
  expect(state()).toEqual([false, false]);
});

test('more rows come behind those that are shown, and a failed page keeps them and can be tried again', async () => {
  const more = [failure, ok(page([sampleRow('Davis')]))];
  const { user } = await worklist(({ url = '' }) =>
    url.includes('Continuation') ? (more.shift() ?? failure) : ok(page(three, 'next')),
  );
  await waitFor(() => expect(footer()).toContain('3 referrals loaded so far'));
  await user.keyboard('j');
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await screen.findByText('The list is not available.', { exact: false });
  expect(names()).toHaveLength(3);
  await user.click(screen.getByRole('button', { name: 'Load more' }));
  await waitFor(() => expect(footer()).toContain('4 referrals'));
  expect(screen.queryByText('The list is not available.', { exact: false })).toBeNull();
  expect(names()).toEqual(['Adams', 'Baker', 'Clark', 'Davis']);
  expect(screen.queryByRole('button', { name: 'Load more' })).toBeNull();
});

test('a change of someone else shows in its row, and a new referral waits until it is asked for', async () => {
  const { url, rest } = await startTestSignalR();
  const accessToken = await clientToken(url, 'u-ana');
  const found: ReferralRow[] = [];
  const { user } = await worklist(
    ok(page(three)),
    {
      '/negotiate': ok({ url: `${url}/client/?hub=${hub}`, accessToken }),
      '/referrals/getreferralrows': () => ok({ ReferralInfo: found.splice(0) }),
    },
    <LiveProvider onOwnChange={async () => {}}>
      <WorklistPage />
    </LiveProvider>,
  );
  await screen.findByRole('table', { name: 'Referrals' });
  const hear = (changed: ReferralRow) => {
    found.push(changed);
    const message = { topic: 'referral', id: changed.Id, by: marcus.Id };
    return rest('POST', ':send', { body: { target: HUB_TARGET, arguments: [message] } });
  };
  await expect.poll(() => rest('HEAD', 'users/u-ana')).toBe(200);
  const later = { Etag: '2', UpdatedAt: '2026-11-26T11:00:00Z', UpdatedBy: marcus };
  await hear(sampleRow('Baker', { ...later, StatusId: 'review' }));
  await waitFor(() => within(row(/Baker/)).getByText('In review'));
  expect(row(/Baker/).dataset['touched']).toBe('odd');
  expect(row(/Adams/).dataset['touched']).toBeUndefined();

  await user.keyboard('jj');
  await hear(sampleRow('Evans', { ReceivedAt: '2026-11-26T09:00:00Z' }));
  await user.click(await screen.findByRole('button', { name: '1 new referral – show' }));
  expect(names()).toEqual(['Evans', 'Adams', 'Baker', 'Clark']);
});

test('the tab of drafts has their number, and follows one that a colleague begins', async () => {
  const { url, rest } = await startTestSignalR();
  const accessToken = await clientToken(url, 'u-ana');
  await worklist(
    ok({ ...page(three), ...counts(2) }),
    {
      '/negotiate': ok({ url: `${url}/client/?hub=${hub}`, accessToken }),
      '/referrals/getreferralcounts': ok(counts(3)),
    },
    <LiveProvider onOwnChange={async () => {}}>
      <WorklistPage />
    </LiveProvider>,
  );
  const tab = await screen.findByRole('link', { name: /^Drafts/ });
  await waitFor(() => expect(tab.textContent).toBe('Drafts2'));
  await expect.poll(() => rest('HEAD', 'users/u-ana')).toBe(200);
  const message = { topic: 'draft', id: 'd-1', by: marcus.Id };
  await rest('POST', ':send', { body: { target: HUB_TARGET, arguments: [message] } });
  await waitFor(() => expect(tab.textContent).toBe('Drafts3'), { timeout: 8000 });
});

test('a bulk change whose answer was lost is sent again under its key; what was refused says why', async () => {
  const refused: Reply = {
    status: 400,
    body: { code: 'invalid_request', ErrorMessage: 'Marcus has left.', requestId: 'r-2' },
  };
  const { user, seen } = await worklist(ok(page(three)), {}, <WorklistPage />, ['hang up', refused]);
  await screen.findByRole('table', { name: 'Referrals' });
  await user.keyboard('ja');
  await user.click(await screen.findByRole('menuitem', { name: 'Marcus Halesample' }));
  const results = within(await screen.findByRole('region', { name: 'Results' }));
  await results.findByText('0 of 1 done, 1 refused');
  results.getByText('Marcus has left.');
  const [first, again] = seen.map(intentOf);
  expect(again).toEqual(first);
  expect(names()).toHaveLength(3);
});
