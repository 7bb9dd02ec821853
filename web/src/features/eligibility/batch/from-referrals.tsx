import { Button, Checkbox, NativeSelect, Stack } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { BatchEntry } from '@handoff/shared/domain/eligibility/batch';
import type { Output } from '@handoff/shared/contract/endpoint';
import { usePages } from '../../../lib/api/use-pages.ts';
import { formatDay, plural } from '../../../lib/format/format.ts';
import type { ListRow } from './batch-list.ts';

export type Listed = Output<typeof api.referrals.list>['ReferralInfo'][number];

const PAGE_SIZE = 100;

const views = [
  { value: 'All', label: 'All referrals' },
  { value: 'Mine', label: 'Mine' },
  { value: 'New', label: 'New' },
  { value: 'Waiting', label: 'Waiting' },
  { value: 'NeedsReview', label: 'Needs review' },
] as const;
type View = (typeof views)[number]['value'];

interface FromReferralsProps {
  picked: readonly Listed[];
  most: number;
  onPick: (picked: readonly Listed[]) => void;
}

/** The views of the worklist, newest first; the server takes the Medicare number from the record. */
export function FromReferrals({ picked, most, onPick }: FromReferralsProps) {
  const [View, setView] = useState<View>('All');
  const query = { View, PageSize: PAGE_SIZE };
  const listed = usePages(api.referrals.list, { query }, ({ ReferralInfo }) => ReferralInfo);
  const referrals = listed.data ?? [];
  const ids = new Set(picked.map(({ Id }) => Id));
  const others = referrals.filter(({ Id }) => !ids.has(Id)).slice(0, Math.max(0, most - picked.length));
  return (
    <details>
      <summary>Add from referrals ({picked.length} selected)</summary>
      <Stack gap="xs" mt="xs">
        <NativeSelect
          label="View"
          data={views}
          value={View}
          maw={240}
          onChange={({ currentTarget }) =>
            setView(views.find(({ value }) => value === currentTarget.value)?.value ?? 'All')
          }
        />
        <div className="page-head-actions">
          <Button
            size="xs"
            variant="default"
            disabled={others.length === 0}
            onClick={() => onPick([...picked, ...others])}
          >
            Select {plural(others.length, 'referral')} shown
          </Button>
          <Button size="xs" variant="subtle" disabled={picked.length === 0} onClick={() => onPick([])}>
            Clear selection
          </Button>
        </div>
        <Stack gap={10}>
          {referrals.map((referral) => (
            <Checkbox
              key={referral.Id}
              label={`${referral.Patient.LastName}, ${referral.Patient.FirstName}, born ${formatDay(referral.Patient.DateOfBirth)}`}
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
            <Button
              size="xs"
              variant="default"
              loading={listed.isLoadingMore}
              onClick={() => void listed.loadMore()}
            >
              Show more referrals
            </Button>
          </div>
        )}
      </Stack>
    </details>
  );
}

export function rowOfReferral({ Id, Patient }: Listed, index: number): ListRow {
  const entry: BatchEntry = {
    FirstName: Patient.FirstName,
    LastName: Patient.LastName,
    DateOfBirth: Patient.DateOfBirth,
    Mbi: '',
    ReferralId: Id,
  };
  return { entry, line: index + 1, problem: undefined };
}
