// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { asCallError } from '../../data/send/call-error.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { type Opened, RecordPage } from './record-page.tsx';

interface Row {
  Id: string;
  Name: string;
}

const rows: Row[] = [
  { Id: 'a', Name: 'Aetna' },
  { Id: 'c', Name: 'Cigna' },
];
const reading = { error: undefined, readAt: undefined, refresh: async () => {} };

function Editor({ row, isCreated, onCreated, onGone }: Opened<Row>) {
  const [text, setText] = useState('');
  return (
    <>
      <h2>{row?.Name ?? 'New plan'}</h2>
      <input aria-label="Text" value={text} onChange={({ currentTarget }) => setText(currentTarget.value)} />
      {isCreated && <p>Created</p>}
      <button type="button" onClick={() => onCreated('c')}>
        Create
      </button>
      <button type="button" onClick={onGone}>
        Delete
      </button>
    </>
  );
}

const page = (list: Partial<Parameters<typeof RecordPage<Row>>[0]['list']>) => (
  <RecordPage
    title="Plans"
    noun="plan"
    list={{ ...reading, data: undefined, ...list }}
    columns={[{ title: 'Plan', cell: ({ Name }) => Name }]}
    empty={{ text: 'Plans are what patients are insured with.' }}
    mayAdd
    textOf={({ Name }) => Name}
  >
    {(opened) => <Editor {...opened} />}
  </RecordPage>
);

test('an empty page says its purpose and opens the editor of a new record', async () => {
  const { user, search } = await renderScreen(page({ data: [] }));
  await screen.findByText('Plans are what patients are insured with.');
  await user.click(screen.getByRole('button', { name: 'Add plan' }));
  await screen.findByRole('heading', { name: 'New plan' });
  expect(search()).toEqual({ edit: 'new' });
});

test('a created record keeps its form and the text in it', async () => {
  const { user, search } = await renderScreen(page({ data: rows }));
  await user.click(await screen.findByRole('button', { name: 'Add plan' }));
  await user.type(await screen.findByLabelText('Text'), 'kept');
  await user.click(screen.getByRole('button', { name: 'Create' }));
  await screen.findByText('Created');
  expect(search()).toEqual({ edit: 'c' });
  expect(screen.getByDisplayValue('kept')).toBeTruthy();
});

test('each row opens a form of its own, and a deleted record closes it', async () => {
  const { user, search } = await renderScreen(page({ data: rows }));
  await user.click(await screen.findByRole('link', { name: 'Aetna' }));
  await user.type(await screen.findByLabelText('Text'), 'of Aetna');
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(search()).toEqual({}));
  await user.click(await screen.findByRole('link', { name: 'Cigna' }));
  await screen.findByRole('heading', { name: 'Cigna' });
  expect(screen.queryByDisplayValue('of Aetna')).toBeNull();
});

test('the search finds rows by their text', async () => {
  const { user } = await renderScreen(page({ data: rows }));
  await user.type(await screen.findByLabelText('Search plans'), 'cig');
  const table = screen.getByRole('table', { name: 'Plans' });
  await waitFor(() => expect(within(table).queryByRole('link', { name: 'Aetna' })).toBeNull());
  expect(within(table).getByRole('link', { name: 'Cigna' })).toBeTruthy();
});

test('a list that failed offers another try', async () => {
  const refresh = vi.fn<() => Promise<void>>(async () => {});
  const { user } = await renderScreen(page({ error: asCallError(new Error('down')), refresh }));
  await user.click(await screen.findByRole('button', { name: /again|retry/i }));
  expect(refresh).toHaveBeenCalledOnce();
});
