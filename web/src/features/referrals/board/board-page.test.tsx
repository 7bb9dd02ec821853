// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { screen, waitFor, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { LiveProvider } from '../../../data/live/live.tsx';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { ana, sampleReferral, sampleRow, sampleSettings } from '../../../testing/sample-referrals.ts';
import { type Answer, intentOf, ok, type Reply } from '../../../testing/talk-to.ts';
import { BoardPage } from './board-page.tsx';

const cards = ['Adams', 'Baker'].map((name) => sampleRow(name));
const refusal: Reply = {
  status: 400,
  body: { code: 'invalid_request', ErrorMessage: 'The referral order is missing.', requestId: 'r-1' },
};
const moved = sampleReferral('Adams', {
  Etag: '2',
  StatusId: 'review',
  UpdatedAt: '2026-11-26T11:00:00Z',
  UpdatedBy: ana,
});
const saved = { ReferralInfo: [moved] };

const rows = [...cards, sampleRow('Clark', { StatusId: 'declined' })];
const listOf: Answer = ({ url = '' }) =>
  ok({
    ReferralInfo: rows.filter(({ StatusId }) => url.includes(`StatusId=${StatusId}&`)),
    Continuation: null,
  });

async function board(replies: Reply[] = [], list = listOf) {
  const opened = await renderScreen(
    <LiveProvider onOwnChange={async () => {}}>
      <BoardPage />
    </LiveProvider>,
    replies,
    {
      at: '/referrals/board',
      answers: { '/settings/get': ok(sampleSettings), '/referrals/get': list },
    },
  );
  await within(await column('New')).findByRole('link', { name: 'Adams, Pat' });
  return opened;
}

const column = (name: string) => screen.findByRole('region', { name });
const namesIn = async (name: string) =>
  within(await column(name))
    .queryAllByRole('link')
    .map(({ textContent }) => textContent);
const focused = () => document.activeElement?.textContent;

/** Moves the first card by keys. */
async function moveAdams({ user }: Awaited<ReturnType<typeof board>>, to = /In review/) {
  within(await column('New'))
    .getByRole('link', { name: 'Adams, Pat' })
    .focus();
  await user.keyboard('m');
  await user.click(await screen.findByRole('menuitem', { name: to }));
}

test('a moved card is in its new column at once, with the focus, however slow the answer is', async () => {
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
  const opened = await board([ok(saved, arrives)]);
  await moveAdams(opened);
  await waitFor(async () => expect(await namesIn('In review')).toEqual(['Adams, Pat']));
  expect(await namesIn('New')).toEqual(['Baker, Pat']);
  expect(focused()).toBe('Adams, Pat');
  expect(screen.queryByText(/^Moved/)).toBeNull();
  const listsRead = () => opened.reads.filter(({ path }) => path === '/referrals/get').length;
  const before = listsRead();
  arrive();
  await screen.findByText('Moved Adams, Pat from New to In review');
  expect(await namesIn('In review')).toEqual(['Adams, Pat']);
  expect(opened.seen).toHaveLength(1);
  // Each of the two columns is read once.
  await waitFor(() => expect(listsRead()).toBe(before + 2));
});

test('a refused move goes back to its column, with the focus', async () => {
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
  await moveAdams(await board([{ ...refusal, after: arrives }]));
  await waitFor(async () => expect(await namesIn('In review')).toEqual(['Adams, Pat']));
  arrive();
  await waitFor(async () => expect(await namesIn('New')).toEqual(['Adams, Pat', 'Baker, Pat']));
  expect(await namesIn('In review')).toEqual([]);
  await waitFor(() => expect(focused()).toBe('Adams, Pat'));
  expect(screen.queryByText(/^Moved/)).toBeNull();
});

test('a move whose answer was lost is sent again under its key, and the card stays', async () => {
  const opened = await board(['hang up', ok(saved)]);
  await moveAdams(opened);
  await screen.findByText('Moved Adams, Pat from New to In review');
  expect(await namesIn('In review')).toEqual(['Adams, Pat']);
  const [first, again] = opened.seen.map(intentOf);
  expect(again).toEqual(first);
});

test('arrows move between cards, and a column without cards is passed over', async () => {
  const { user } = await board();
  await user.click(screen.getByRole('link', { name: 'Show closed' }));
  await within(await column('Declined')).findByRole('link', { name: 'Clark, Pat' });
  screen.getByRole('link', { name: 'Adams, Pat' }).focus();
  const at: (string | null | undefined)[] = [];
  for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight', 'ArrowLeft']) {
    // oxlint-disable-next-line no-await-in-loop -- one key after the other
    await user.keyboard(`{${key}}`);
    at.push(focused());
  }
  expect(at).toEqual(['Baker, Pat', 'Clark, Pat', 'Clark, Pat', 'Adams, Pat']);
});

test('a status that needs a reason leads to the decline dialog, and moves nothing', async () => {
  const opened = await board();
  await moveAdams(opened, /Declined/);
  await waitFor(() => expect(opened.address()).toBe('/referrals/Adams#decline'));
  expect(opened.seen).toEqual([]);
});

test('a column that failed says so beside the others, and another try shows its cards', async () => {
  const failures = [refusal];
  const { user } = await board([], (call) =>
    call.url?.includes('StatusId=review') ? (failures.pop() ?? listOf(call)) : listOf(call),
  );
  const review = within(await column('In review'));
  await user.click(await review.findByRole('button', { name: 'Try again' }));
  await review.findByText('None here');
  expect(await namesIn('New')).toHaveLength(2);
});
