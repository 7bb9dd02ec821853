// @vitest-environment happy-dom
// @vitest-environment-options { "settings": { "fetch": { "disableSameOriginPolicy": true } } }
import { screen, waitFor, within } from '@testing-library/react';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { useRead } from '../../../data/records/use-read.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { renderScreen } from '../../../testing/render-screen.tsx';
import { sampleReferral, sampleSettings, sampleWhole } from '../../../testing/sample-referrals.ts';
import { intentOf, ok, type Reply } from '../../../testing/talk-to.ts';
import { useUpdateReferral } from '../edit/use-update-referral.ts';
import { DecisionPanel } from './decision-panel.tsx';

const pending = sampleReferral('Adams');
const declined = sampleReferral('Adams', {
  Etag: '2',
  StatusId: 'declined',
  Decision: { Kind: 'Declined', Reason: 'area', Comment: 'Too far', HandedTo: '' },
  UpdatedAt: '2026-11-26T11:00:00Z',
});
const saved = ok({ ReferralInfo: [declined] });
const refused: Reply = {
  status: 400,
  body: { code: 'invalid_request', ErrorMessage: 'The referral is on hold.', requestId: 'r-1' },
};

/** The decision beside a referral, as its page shows it. */
function Decision() {
  const { statuses, reading } = useSettings();
  const { data } = useRead(referralsApi.byId, { query: { id: pending.Id } });
  const { save, isPending } = useUpdateReferral();
  const [isDeclining, setDeclining] = useState(false);
  const referral = data?.ReferralInfo[0];
  const reasons = reading.data?.SettingsDeclineReasonsInfo;
  if (!referral || !reasons) return null;
  return (
    <DecisionPanel
      {...{ referral, reasons, statuses, save, isPending, isDeclining }}
      mayEdit
      unsettled={[]}
      onDecided={() => undefined}
      onDecline={setDeclining}
    />
  );
}

async function openDialog(replies: Reply[] = []) {
  const opened = await renderScreen(<Decision />, replies, {
    answers: {
      '/settings/get': ok(sampleSettings),
      '/referrals/getreferralbyid': ok(sampleWhole(pending)),
      '/businessdomains/getbranches': ok({
        BranchesInfo: [
          { Id: 'far', Name: 'Green Mountain Hospice', Kind: 'Hospice', States: ['VT'], Capacities: [] },
          { Id: 'b', Name: 'Valley Home Care', Kind: 'Home care', States: ['CT'], Capacities: [] },
        ],
      }),
    },
  });
  await opened.user.click(await screen.findByRole('button', { name: 'Decline…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Decline Adams, Pat' }));
  const reason = dialog.getByRole('combobox', { name: /^Reason/ });
  await waitFor(() => expect(document.activeElement).toBe(reason));
  const comment = dialog.getByLabelText<HTMLTextAreaElement>('Comment');
  return { ...opened, dialog, reason, comment };
}

const isOpen = () => screen.queryByRole('dialog', { name: 'Decline Adams, Pat' }) !== null;
/** Chooses the first reason by keys. */
const chooseReason = ({ user }: Awaited<ReturnType<typeof openDialog>>) =>
  user.keyboard('{ArrowDown}{Enter}');

test('Escape closes an untouched dialog, and the focus returns to its button', async () => {
  const { user } = await openDialog();
  await user.keyboard('{Escape}');
  await waitFor(() => expect(isOpen()).toBe(false));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Decline…'));
});

test('a decline without a reason asks for it at its field, and sends nothing', async () => {
  const { user, seen, dialog, reason } = await openDialog();
  await user.click(dialog.getByRole('button', { name: /^Decline the referral/ }));
  await dialog.findByText('Choose why the referral is declined');
  await waitFor(() => expect(document.activeElement).toBe(reason));
  expect(seen).toEqual([]);
});

test('Enter chooses a reason and declines nothing; Ctrl+Enter declines', async () => {
  const opened = await openDialog([saved]);
  const { user, seen, reason, dialog } = opened;
  await chooseReason(opened);
  expect(reason).toHaveProperty('value', 'Outside the area');
  await user.keyboard('{Enter}{Enter}');
  await user.click(await dialog.findByRole('radio', { name: /^Valley Home Care/ }));
  await user.keyboard('{Enter}');
  await dialog.findByRole('button', { name: /^Decline and transfer/ });
  await user.click(dialog.getByRole('radio', { name: 'Don’t refer' }));
  await user.keyboard('{Control>}{Enter}{/Control}');
  await waitFor(() => expect(isOpen()).toBe(false));
  await screen.findByText('Outside the area', { exact: false });
  expect(seen.map(({ body }): unknown => JSON.parse(body))).toEqual([
    { Id: 'Adams', Etag: '1', Decision: { Kind: 'Declined', Reason: 'area', Comment: '', HandedTo: '' } },
  ]);
});

test('Escape asks before typed text is lost, by buttons that cannot be confused', async () => {
  const { user, comment } = await openDialog();
  const ask = async () => {
    await user.click(comment);
    await user.keyboard('{Escape}');
    return within(await screen.findByRole('dialog', { name: 'Close without saving?' }));
  };
  await user.type(comment, 'Too far');
  const buttons = (await ask()).getAllByRole('button');
  // The first one closes the question alone.
  const names = buttons.map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names).toEqual(['Close', 'Discard', 'Keep editing']);
  await user.click(screen.getByRole('button', { name: 'Keep editing' }));
  expect(isOpen()).toBe(true);
  expect(comment.value).toBe('Too far');
  await user.click((await ask()).getByRole('button', { name: 'Discard' }));
  await waitFor(() => expect(isOpen()).toBe(false));
});

test('a refused decline keeps what was typed', async () => {
  const opened = await openDialog([refused]);
  await chooseReason(opened);
  await opened.user.type(opened.comment, 'Too far{Control>}{Enter}{/Control}');
  await waitFor(() => expect(opened.seen).toHaveLength(1));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: /^Decline the referral/ })).toHaveProperty('disabled', false),
  );
  expect(isOpen()).toBe(true);
  expect(opened.comment.value).toBe('Too far');
});

test('a decline whose answers were all lost keeps what was typed, and the next press is the same request', async () => {
  const lost = Array.from({ length: 5 }, () => 'hang up' as const);
  const opened = await openDialog([...lost, saved]);
  const { user, seen, comment, dialog } = opened;
  await chooseReason(opened);
  await user.type(comment, 'Too far{Control>}{Enter}{/Control}');
  await waitFor(() => expect(seen).toHaveLength(5));
  expect(comment.value).toBe('Too far');
  await waitFor(() => user.click(dialog.getByRole('button', { name: /^Decline the referral/ })));
  await waitFor(() => expect(isOpen()).toBe(false));
  expect(seen).toHaveLength(6);
  expect(new Set(seen.map(intentOf)).size).toBe(1);
});

test('a sister agency that does not serve the address says so, and stands below those that do', async () => {
  const { dialog } = await openDialog();
  const far = await dialog.findByRole('radio', { name: /^Green Mountain Hospice/ });
  expect(far.closest('label')?.textContent).toMatch(/does not serve \d{5}$/);
  const near = dialog.getByRole('radio', { name: /^Valley Home Care/ });
  expect(near.closest('label')?.textContent).not.toContain('does not serve');
  expect(near.compareDocumentPosition(far)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
});
