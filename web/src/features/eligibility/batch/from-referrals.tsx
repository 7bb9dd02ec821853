import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useState } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { BatchEntry } from '@handoff/shared/domain/eligibility/batch';
import type { ReferralRow } from '@handoff/shared/domain/referral/referral';
import { ReferralView, standardViews, viewName } from '@handoff/shared/domain/referral/referral-filters';
import { useList } from '../../../data/records/use-list.ts';
import { formatDay, plural } from '../../../text/format.ts';
import type { ListRow } from './batch-list.ts';

const PAGE_SIZE = 100;

const labelOf = ({ Patient: { LastName, FirstName, DateOfBirth } }: ReferralRow) =>
  [LastName, FirstName, DateOfBirth && `born ${formatDay(DateOfBirth)}`].filter(Boolean).join(', ');

const views = standardViews.map((value) => ({ value, label: viewName(value) }));

interface FromReferralsProps {
  picked: readonly ReferralRow[];
  most: number;
  /** The number of rows shown at first. */
  isOpen: boolean;
  onPick: (picked: readonly ReferralRow[]) => void;
}

/** Chooses from the worklist's views, newest first. The server takes the Medicare numbers from the records. */
export function FromReferrals({ picked, most, isOpen, onPick }: FromReferralsProps) {
  const [View, setView] = useState<ReferralView>('All');
  const query = { View, PageSize: PAGE_SIZE };
  const listed = useList(referralsApi.list, { query }, ({ ReferralInfo }) => ReferralInfo);
  const referrals = listed.data ?? [];
  const listedIds = new Set(referrals.map(({ Id }) => Id));
  const elsewhere = picked.filter(({ Id }) => !listedIds.has(Id));
  const ids = new Set(picked.map(({ Id }) => Id));
  const others = referrals.filter(({ Id }) => !ids.has(Id)).slice(0, Math.max(0, most - picked.length));
  return (
    <details open={isOpen}>
      <summary>Add from referrals ({picked.length} selected)</summary>
      <Stack gap="xs" mt="xs">
        <NativeSelect
          label="View"
          data={views}
          value={View}
          maw={240}
          onChange={({ currentTarget }) => setView(ReferralView.parse(currentTarget.value))}
        />
        <div className="page-head-actions">
          <Button size="xs" disabled={others.length === 0} onClick={() => onPick([...picked, ...others])}>
            Select {plural(others.length, 'referral')} shown
          </Button>
          <Button size="xs" variant="subtle" disabled={picked.length === 0} onClick={() => onPick([])}>
            Clear selection
          </Button>
        </div>
        <Stack gap={10}>
          {[...elsewhere, ...referrals].map((referral) => (
            <Checkbox
              key={referral.Id}
              label={labelOf(referral)}
              checked={ids.has(referral.Id)}
              onChange={({ currentTarget }) =>
                onPick(
                  currentTarget.checked
                    ? [...picked, referral]
                    : picked.filter(({ Id }) => Id !== referral.Id),
                )
              }
            />
          ))}
        </Stack>
        {listed.data?.length === 0 && <p className="soft">No referrals in this view.</p>}
        {listed.hasMore && (
          <div>
            <Button size="xs" loading={listed.isLoadingMore} onClick={() => void listed.loadMore()}>
              Show more referrals
            </Button>
          </div>
        )}
      </Stack>
    </details>
  );
}

export function rowOfReferral({ Id, Patient }: ReferralRow, index: number): ListRow {
  const entry: BatchEntry = {
    FirstName: Patient.FirstName,
    LastName: Patient.LastName,
    DateOfBirth: Patient.DateOfBirth,
    Mbi: '',
    ReferralId: Id,
  };
  return { entry, line: index + 1, problem: undefined };
}
