// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { DataTable } from './data-table.tsx';
import { useRowSelection } from './use-row-selection.ts';

const rows = ['Aetna', 'Cigna', 'Humana'].map((Name) => ({ Id: Name.toLowerCase(), Name }));

const focused = () => document.activeElement?.textContent;
const isChecked = (name: string) => screen.getByRole<HTMLInputElement>('checkbox', { name }).checked;

function Plans({ listed = rows, hasMore = false }) {
  const { selection } = useRowSelection(listed);
  return (
    <>
      <input aria-label="Other field" />
      <DataTable
        label="Plans"
        rows={listed}
        hasMore={hasMore}
        columns={[{ title: 'Plan', cell: ({ Name }) => Name }]}
        link={({ Id }) => ({ to: '.', search: { edit: Id } })}
        selection={selection}
      />
    </>
  );
}

test('j and k move between rows, and x selects the one with the focus', async () => {
  const { user } = await renderScreen(<Plans />);
  await screen.findByRole('link', { name: 'Aetna' });
  await user.keyboard('j');
  expect(focused()).toBe('Aetna');
  await user.keyboard('jj');
  expect(focused()).toBe('Humana');
  await user.keyboard('kx');
  expect(focused()).toBe('Cigna');
  expect(['Aetna', 'Cigna', 'Humana'].map(isChecked)).toEqual([false, true, false]);
});

test('a screen reader hears the number of rows, and none while there are more', async () => {
  await renderScreen(
    <>
      <Plans />
      <Plans hasMore />
    </>,
  );
  const tables = await screen.findAllByRole('table');
  expect(tables.map((table) => table.getAttribute('aria-rowcount'))).toEqual(['4', '-1']);
});

test('the head of an empty list is not checked', async () => {
  await renderScreen(<Plans listed={[]} />);
  await screen.findByRole('checkbox', { name: 'Select all rows' });
  expect(isChecked('Select all rows')).toBe(false);
});

test('letters typed in a field belong to the field', async () => {
  const { user } = await renderScreen(<Plans />);
  const field = await screen.findByLabelText('Other field');
  await user.type(field, 'jx');
  expect(document.activeElement).toBe(field);
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
});

test('the head selects all rows, and none when all are selected', async () => {
  const { user } = await renderScreen(<Plans />);
  const all = await screen.findByRole('checkbox', { name: 'Select all rows' });
  await user.click(all);
  expect(screen.getAllByRole('checkbox', { checked: true })).toHaveLength(4);
  await user.click(all);
  expect(screen.queryAllByRole('checkbox', { checked: true })).toEqual([]);
});
