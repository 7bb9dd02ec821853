// @vitest-environment happy-dom
import { readFileSync } from 'node:fs';
import { screen, waitFor, within } from '@testing-library/dom';
import { userEvent } from '@testing-library/user-event';
import type { DetachedWindowAPI } from 'happy-dom';
import { expect, test, vi } from 'vitest';
import type { SenderView } from '@handoff/shared/domain/referral/sender-link';
import { type Answer, type Answers, intentOf, ok, type Reply, talkTo } from '../testing/talk-to.ts';

declare global {
  interface Window {
    happyDOM: DetachedWindowAPI;
  }
}

const html = readFileSync('web/sender.html', 'utf8');
const asked: SenderView = {
  Agency: 'Harbor Home Care',
  Initials: 'Q.L.',
  Phone: '',
  CareFrom: '',
  PassedTo: '',
  Progress: 'Received',
  Message: 'The signed order is missing.',
  ExpiresAt: '2026-12-06T17:00:00Z',
  Documents: [
    { Id: 'order', Name: 'Referral order', IsReceived: false },
    { Id: 'card', Name: 'Insurance card', IsReceived: true },
  ],
  FilesLeft: 10,
  LinesLeft: 10,
};
const received: SenderView = {
  ...asked,
  Documents: asked.Documents.map((document) => ({ ...document, IsReceived: true })),
};
const failure = (status: number, ErrorMessage: string): Reply => ({
  status,
  body: { code: 'invalid_request', ErrorMessage, requestId: 'r-1' },
});
const expired = failure(401, 'This link has expired.');
const order = new File(['%PDF-1.7'], 'signed order.pdf');

/** Opens the page of a link; uploads get these replies. */
async function openPage(view: Answer, uploads: Reply[] = [], others: Answers = {}) {
  const answers = { '/config.json': ok({ apiBase: '/api' }), '/senderlinks/view': view, ...others };
  const { origin, seen } = await talkTo(uploads, {}, answers);
  window.happyDOM.setURL(`${origin}/sender.html#secret`);
  document.body.innerHTML = /<body>([^]*)<script/.exec(html)?.[1] ?? '';
  // Its code runs once for each page.
  vi.resetModules();
  await import('./main.ts');
  await screen.findByRole('heading', { level: 1 });
  return { seen, user: userEvent.setup() };
}

const chooser = (name = 'Choose a file for Referral order') => screen.getByLabelText(name);
const message = () => screen.getByLabelText('Your message');
const news = () => screen.getByRole('status').textContent;

test('the page says how far the referral is, and what is missing', async () => {
  await openPage(ok(asked));
  screen.getByRole('heading', { level: 1, name: 'Referral of Q.L.' });
  screen.getByText('We received this referral.');
  screen.getByText('The signed order is missing.');
  const items = screen
    .getAllByRole('listitem')
    .map((item) => within(item).getByText(/^(Received|Missing)$/).textContent);
  expect(items).toEqual(['Missing', 'Received']);
  expect(document.title).toBe('Harbor Home Care: referral');
});

test('a link that takes no more files has no field for them', async () => {
  await openPage(ok({ ...asked, FilesLeft: 0 }));
  screen.getByText('Uploads are closed.');
  expect(document.querySelector('input')).toBeNull();
});

test('an expired link says so and shows nothing of the referral', async () => {
  await openPage(expired);
  screen.getByRole('heading', { name: 'This link does not work' });
  expect(screen.getByRole('alert').textContent).toBe('This link has expired.');
  expect(screen.queryByRole('button')).toBeNull();
  expect(document.title).toBe('Referral');
});

test('a page without an answer offers another try', async () => {
  await openPage('hang up');
  screen.getByRole('heading', { name: 'This page could not be opened' });
  expect(screen.getByRole('button').textContent).toBe('Try again');
});

test('a sent file is confirmed, and the focus stays at its field', async () => {
  const { user, seen } = await openPage([ok(asked), ok(received)], [ok({ IsReceived: true })]);
  await user.upload(chooser(), order);
  await waitFor(() => expect(news()).toBe('signed order.pdf was received as Referral order. Thank you.'));
  expect(document.activeElement).toBe(chooser('Choose another file for Referral order'));
  expect(seen).toHaveLength(1);
});

test('a file whose answer was lost can be sent again, and is the same request', async () => {
  const { user, seen } = await openPage([ok(asked), ok(received)], ['hang up', ok({ IsReceived: true })]);
  await user.upload(chooser(), order);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(news()).toContain('was received'));
  const [first, again] = seen.map(({ headers }) => headers['idempotency-key']);
  expect(again).toBe(first);
});

test('a refused file says why and is not offered again; another one can be chosen', async () => {
  const only = failure(415, 'Only PDF, PNG, JPEG, TIFF and Word (.docx) files can be attached.');
  const { user, seen } = await openPage([ok(asked), ok(received)], [only, ok({ IsReceived: true })]);
  await user.upload(chooser(), new File(['MZ'], 'order.pdf'));
  await waitFor(() => expect(news()).toContain('Only PDF'));
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  await user.upload(chooser(), order);
  await waitFor(() => expect(news()).toContain('was received'));
  expect(new Set(seen.map(intentOf)).size).toBe(2);
});

test('of several files, a refused one is named with its reason, and those behind it are sent', async () => {
  const only = failure(415, 'Only PDF, PNG, JPEG, TIFF and Word (.docx) files can be attached.');
  const { user, seen } = await openPage([ok(asked), ok(received)], [only, ok({ IsReceived: true })]);
  await user.upload(chooser(), [new File(['MZ'], 'scan.pdf'), order]);
  await waitFor(() =>
    expect(news()).toBe(
      'signed order.pdf was received as Referral order. Thank you. scan.pdf was not received: Only PDF, PNG, JPEG, TIFF and Word (.docx) files can be attached.',
    ),
  );
  expect(seen).toHaveLength(2);
});

test('a second file waits until the first one has its answer', async () => {
  const { promise: arrives, resolve: arrive } = Promise.withResolvers<void>();
  const { user, seen } = await openPage([ok(asked), ok(received)], [ok({ IsReceived: true }, arrives)]);
  await user.upload(chooser(), order);
  expect(news()).toBe('Sending signed order.pdf…');
  await user.upload(chooser('Choose another file for Insurance card'), order);
  expect(news()).toBe('Another file is being sent. Please wait.');
  arrive();
  await waitFor(() => expect(news()).toContain('was received as Referral order'));
  expect(seen).toHaveLength(1);
});

test('a link that is revoked while a file is on its way leaves nothing of the referral', async () => {
  const { user } = await openPage(ok(asked), [expired]);
  await user.upload(chooser(), order);
  await screen.findByRole('heading', { name: 'This link does not work' });
  expect(document.body.textContent).not.toMatch(/Q\.L\.|order|Harbor/);
});

test('a person who comes back to the tab sees the newest decision', async () => {
  await openPage([ok(asked), ok({ ...asked, Progress: 'Accepted' })]);
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('We accepted this referral.');
  expect(screen.queryByText('We received this referral.')).toBeNull();
});

test('an acceptance says from when, a transfer to whom, and both whom to call', async () => {
  const phone = { Phone: '8605550143x12' };
  await openPage([
    ok({ ...asked, ...phone, Progress: 'Accepted', CareFrom: '2026-12-01' }),
    ok({ ...asked, ...phone, Progress: 'Declined', PassedTo: 'Evergreen Hospice' }),
  ]);
  await screen.findByText('We accepted this referral. Care is planned from December 1, 2026.');
  const call = screen.getByRole('link', { name: '(860) 555-0143 ext 12' });
  expect(call.getAttribute('href')).toBe('tel:+18605550143');
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('We declined this referral. We passed it on to Evergreen Hospice.');
});

test('several files are sent one after the other, and after a failure the rest can be sent again', async () => {
  const lost = { status: 503, body: { ErrorMessage: 'Try again', code: 'unavailable', requestId: 'r' } };
  const taken = ok({ IsReceived: true });
  const { user, seen } = await openPage([ok(asked), ok(asked)], [taken, lost, taken]);
  const second = new File(['second'], 'second.pdf', { type: 'application/pdf' });
  await user.upload(chooser(), [order, second]);
  await user.click(await screen.findByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(news()).toContain('second.pdf was received'));
  expect(seen).toHaveLength(3);
});

test('a message is sent once, and stays after a failure and while the page is shown again', async () => {
  const { user, seen } = await openPage(
    [ok(asked), ok({ ...asked, Progress: 'In review' })],
    ['hang up', ok({ IsReceived: true })],
  );
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  expect(news()).toBe('Write something first.');
  await user.type(message(), 'The daughter moved, call 860 555 0143.');
  document.dispatchEvent(new Event('visibilitychange'));
  await screen.findByText('We are reviewing this referral.');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await waitFor(() => expect(news()).toContain('The connection was lost.'));
  expect(message()).toHaveProperty('value', 'The daughter moved, call 860 555 0143.');
  await user.click(screen.getByRole('button', { name: 'Send message' }));
  await waitFor(() => expect(news()).toBe('Your message was sent.'));
  expect(message()).toHaveProperty('value', '');
  const [first, again] = seen.map(({ headers }) => headers['idempotency-key']);
  expect(again).toBe(first);
});

test('a link that takes no more messages has no field for them', async () => {
  await openPage(ok({ ...asked, LinesLeft: 0 }));
  expect(screen.queryByLabelText('Your message')).toBeNull();
});
