// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { PossibleDuplicate } from '@handoff/shared/domain/referral/referral-checks';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { sampleReferral, sampleSettings, sampleWhole } from '../../../testing/sample-referrals.ts';
import { intentOf, ok, type Reply } from '../../../testing/talk-to.ts';
import { MergeDialog } from './merge-dialog.tsx';

const referral = sampleReferral('Adams');
const fuller = sampleReferral('Adamson', { ClinicalSummary: 'Wound care', Services: ['Nursing'] });
const other = PossibleDuplicate.parse({
  ...fuller,
  ReferralId: fuller.Id,
  Score: 90,
  Likelihood: 'probable',
  Reasons: [],
});
const merged = ok({ ReferralInfo: [fuller], PurgeAt: '2026-12-26T10:00:00Z' });
const refused: Reply = {
  status: 400,
  body: { code: 'legal_hold', ErrorMessage: 'It is under legal hold.', requestId: 'r-1' },
};

function Merge() {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setOpen(true)}>
        Merge…
      </button>
      {isOpen && <MergeDialog {...{ referral, other }} onClose={() => setOpen(false)} />}
    </>
  );
}

async function openDialog(replies: Reply[], theirs: Reply[] = []) {
  const opened = await renderScreen(<Merge />, replies, {
    answers: {
      '/settings/get': ok(sampleSettings),
      '/referrals/getreferralbyid': ({ url = '' }) =>
        url.endsWith(fuller.Id) ? (theirs.shift() ?? ok(sampleWhole(fuller))) : ok(sampleWhole(referral)),
    },
  });
  await opened.user.click(await screen.findByRole('button', { name: 'Merge…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Merge two referrals of Adams, Pat' }));
  return { ...opened, dialog };
}

const keeps = (name: RegExp) => screen.getByRole<HTMLInputElement>('radio', { name }).checked;
const isOpen = () => screen.queryByRole('dialog') !== null;

test('the fuller referral is kept unless another one is chosen, and what differs is shown side by side', async () => {
  const { user, seen, dialog } = await openDialog([merged]);
  await dialog.findByText('Wound care');
  expect([keeps(/^This referral/), keeps(/^The other one/)]).toEqual([false, true]);
  expect(dialog.queryByText('Born')).toBeNull();
  await user.click(dialog.getByRole('radio', { name: /^This referral/ }));
  await user.click(dialog.getByRole('button', { name: /^Merge/ }));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(seen.map(({ body }): unknown => JSON.parse(body))).toEqual([{ Id: 'Adamson', Into: 'Adams' }]);
});

test('Enter merges nothing, and Escape closes with the focus back at the button', async () => {
  const { user, seen, dialog } = await openDialog([merged]);
  await dialog.findByText('Wound care');
  await user.click(dialog.getByRole('radio', { name: /^This referral/ }));
  await user.keyboard('{Enter}{Escape}');
  await waitFor(() => expect(isOpen()).toBe(false));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Merge…'));
  expect(seen).toEqual([]);
});

test('a merge whose answers were all lost keeps the choice, and the next press is the same request', async () => {
  const lost = Array.from({ length: 5 }, () => 'hang up' as const);
  const { user, seen, address, dialog } = await openDialog([...lost, merged]);
  await dialog.findByText('Wound care');
  await user.keyboard('{Control>}{Enter}{/Control}');
  await user.click(dialog.getByRole('button', { name: /^Merge/ }));
  await waitFor(() => expect(seen).toHaveLength(5));
  expect(keeps(/^The other one/)).toBe(true);
  await waitFor(() => user.click(dialog.getByRole('button', { name: /^Merge/ })));
  await waitFor(() => expect(address()).toBe('/referrals/Adamson'));
  expect(new Set(seen.map(intentOf)).size).toBe(1);
});

test('a refused merge keeps the dialog open', async () => {
  const { user, seen, dialog } = await openDialog([refused]);
  await user.click(await dialog.findByRole('button', { name: /^Merge/ }));
  await waitFor(() => expect(seen).toHaveLength(1));
  await waitFor(() =>
    expect(dialog.getByRole('button', { name: /^Merge/ }).dataset['loading']).toBeUndefined(),
  );
  expect(isOpen()).toBe(true);
});

test('another referral that cannot be read says why, and another try shows it', async () => {
  const { user, dialog } = await openDialog([], [refused]);
  await dialog.findByText('It is under legal hold.');
  await user.click(dialog.getByRole('button', { name: 'Try again' }));
  await dialog.findByText('Wound care');
  expect(dialog.queryByText('It is under legal hold.')).toBeNull();
});
