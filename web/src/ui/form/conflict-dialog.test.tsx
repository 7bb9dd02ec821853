// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import type { Side } from '../../data/records/merge.ts';
import { renderScreen } from '../../testing/render-screen.tsx';
import { marcus } from '../../testing/sample-referrals.ts';
import { ConflictDialog } from './conflict-dialog.tsx';

type Chosen = [string, Side][] | 'left';

const conflict = {
  names: ['Patient.FirstName', 'Patient.LastName'],
  mine: { Patient: { FirstName: 'Pat', LastName: 'Adams' } },
  theirs: { Patient: { FirstName: 'Patricia', LastName: '' } },
  by: marcus,
};

async function openDialog() {
  const chosen: Chosen[] = [];
  function Conflict() {
    const [isOpen, setOpen] = useState(true);
    return (
      <ConflictDialog
        conflict={isOpen ? conflict : undefined}
        leave="Keep editing"
        onChoose={(sides) => {
          chosen.push(sides ? [...sides] : 'left');
          setOpen(false);
        }}
      />
    );
  }
  const { user } = await renderScreen(<Conflict />);
  const dialog = within(
    await screen.findByRole('dialog', { name: 'Marcus Halesample has changed this too' }),
  );
  return { user, dialog, chosen };
}

const group = (dialog: ReturnType<typeof within>, name: string) =>
  within(dialog.getByRole('group', { name }));

test('nothing is chosen for the person, and each field has to be decided', async () => {
  const { user, dialog, chosen } = await openDialog();
  expect(dialog.queryAllByRole('radio', { checked: true })).toEqual([]);
  group(dialog, 'Last name').getByRole('radio', { name: 'Marcus Halesample empty' });
  await user.click(group(dialog, 'First name').getByRole('radio', { name: 'Mine Pat' }));
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  group(dialog, 'Last name').getByRole('alert');
  expect(group(dialog, 'First name').queryByRole('alert')).toBeNull();
  expect(chosen).toEqual([]);
});

test('Enter in a choice saves nothing; the button saves each side', async () => {
  const { user, dialog, chosen } = await openDialog();
  await user.click(group(dialog, 'First name').getByRole('radio', { name: /^Mine/ }));
  await user.click(group(dialog, 'Last name').getByRole('radio', { name: /^Marcus/ }));
  await user.keyboard('{Enter}');
  expect(chosen).toEqual([]);
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(chosen).toEqual([
    [
      ['Patient.FirstName', 'mine'],
      ['Patient.LastName', 'theirs'],
    ],
  ]);
});

test('Escape and the other button leave the conflict without a choice', async () => {
  const first = await openDialog();
  await first.user.click(group(first.dialog, 'First name').getByRole('radio', { name: /^Mine/ }));
  await first.user.keyboard('{Escape}');
  await waitFor(() => expect(first.chosen).toEqual(['left']));
});
