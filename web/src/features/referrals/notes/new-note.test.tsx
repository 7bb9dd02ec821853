// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { intentOf, type Reply } from '../../../testing/talk-to.ts';
import { NewNote } from './new-note.tsx';
import { useSendingNotes } from './sending-notes.ts';

function Notes({ referralId }: { referralId: string }) {
  return <NewNote referralId={referralId} sending={useSendingNotes(referralId)} notes={[]} />;
}

async function notesOn(referralId: string, replies: Reply[]) {
  const { seen, user } = await renderScreen(<Notes referralId={referralId} />, replies);
  const field = await screen.findByLabelText<HTMLTextAreaElement>('New note');
  const add = () => user.click(screen.getByRole('button', { name: 'Add note' }));
  return { seen, user, field, add };
}

test('an empty note is asked for, and nothing is sent', async () => {
  const { seen, add } = await notesOn('r-empty', []);
  await add();
  await screen.findByText('Write the note first');
  expect(seen).toEqual([]);
});

test('a refused note returns above what was typed since, with its priority', async () => {
  const { promise: refusal, resolve: refuse } = Promise.withResolvers<void>();
  const body = { code: 'invalid_request', ErrorMessage: 'The referral is closed.', requestId: 'r-1' };
  const { user, field, add } = await notesOn('r-refused', [{ status: 400, body, after: refusal }]);
  await user.type(field, 'Call the daughter');
  await user.click(screen.getByRole('checkbox', { name: 'Priority' }));
  await add();
  expect(field.value).toBe('');
  await user.type(field, 'Oxygen at home');
  refuse();
  await screen.findByText('The referral is closed.');
  expect(field.value).toBe('Call the daughter\nOxygen at home');
  expect(screen.getByRole<HTMLInputElement>('checkbox', { name: 'Priority' }).checked).toBe(true);
});

test('a note whose answer was lost is sent again under its key, and the field stays free', async () => {
  const { seen, user, field, add } = await notesOn('r-lost', [
    'hang up',
    { status: 200, body: { ReferralNotes: [] } },
  ]);
  await user.type(field, 'Seen by the nurse');
  await add();
  await waitFor(() => expect(seen).toHaveLength(2));
  const [first, again] = seen.map(intentOf);
  expect(again).toEqual(first);
  await screen.findByRole('button', { name: 'Add note' });
  expect(field.value).toBe('');
});

test('a call asks whom it was with, needs no text, and returns with its fields when it is refused', async () => {
  const body = { code: 'invalid_request', ErrorMessage: 'The referral is closed.', requestId: 'r-1' };
  const { seen, user } = await notesOn('r-call', [{ status: 400, body }]);
  await user.click(screen.getByRole('button', { name: 'Log a call' }));
  const add = () => user.click(screen.getByRole('button', { name: 'Add call' }));
  await add();
  await screen.findByText('Write whom the call was with');
  expect(seen).toEqual([]);
  await user.type(screen.getByLabelText(/^Call with/), 'Olive Orderdemo');
  await user.selectOptions(screen.getByLabelText('Outcome'), 'No answer');
  await add();
  await screen.findByText('The referral is closed.');
  const note = { Text: '', Call: { With: 'Olive Orderdemo', Outcome: 'No answer' } };
  expect(JSON.parse(seen[0]?.body ?? '')).toMatchObject({ ReferralNotes: [note] });
  expect(screen.getByLabelText<HTMLInputElement>(/^Call with/).value).toBe('Olive Orderdemo');
  expect(screen.getByLabelText<HTMLSelectElement>('Outcome').value).toBe('No answer');
});
