import { MoreFilters } from './worklist-more-filters.tsx';
import { useRef } from 'react';
import type { ReferralSort } from '@handoff/shared/domain/referral/referral-search';
import { FilterBar, FilterChoice, FilterText } from '../../../ui/inputs/filter-bar.tsx';
import { usePageKeys } from '../../../ui/page-keys.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { useShowWorklist } from './use-worklist.ts';
import type { Selection } from './worklist-selection.ts';

const sorts: { value: ReferralSort; label: string }[] = [
  { value: 'ReceivedNewest', label: 'Newest first' },
  { value: 'ReceivedOldest', label: 'Oldest first' },
  { value: 'PatientName', label: 'Patient, A to Z' },
  { value: 'UpdatedNewest', label: 'Last changed first' },
];

interface WorklistFiltersProps {
  selection: Selection;
  text: string;
  onText: (text: string) => void;
}

/** Everything but the text is in the address and can be shared; a patient's name must not be. */
export function WorklistFilters({ selection, text, onText }: WorklistFiltersProps) {
  const show = useShowWorklist(selection);
  const { offered } = useSettings();
  const search = useRef<HTMLInputElement>(null);
  usePageKeys({
    search(event) {
      event.preventDefault();
      search.current?.focus();
    },
  });

  return (
    <FilterBar>
      <FilterChoice
        label="Status"
        isLabelHidden
        any="Any status"
        value={selection.status}
        options={offered.statuses(selection.status).map(({ Id, Name }) => ({ value: Id, label: Name }))}
        onChange={(status) => show({ status: status || undefined })}
      />
      <FilterChoice
        label="Order"
        isLabelHidden
        value={selection.sort}
        options={sorts}
        onChange={(sort) => show({ sort })}
      />
      <MoreFilters selection={selection} />
      <FilterText
        ref={search}
        label="Search the referrals"
        placeholder="Search name, ZIP, payer…"
        value={text}
        onChange={onText}
      />
    </FilterBar>
  );
}
