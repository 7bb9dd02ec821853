import { Button } from '@mantine/core';
import { IconFilter } from '@tabler/icons-react';
import { lazy, Suspense, useRef } from 'react';
import type { ReferralSort } from '@handoff/shared/domain/referral/referral-search';
import { FilterBar, FilterChoice, FilterText } from '../../../ui/inputs/filter-bar.tsx';
import { usePageKeys } from '../../../ui/page-keys.ts';
import { Popup } from '../../../ui/popup.tsx';
import { useShowWorklist } from './use-worklist.ts';
import { filterCount, type Selection } from './worklist-selection.ts';
import styles from './filters.module.css';

const FilterPanel = lazy(async () => ({ default: (await import('./filter-panel.tsx')).FilterPanel }));
const SetFilters = lazy(async () => ({ default: (await import('./set-filters.tsx')).SetFilters }));

const sorts: { value: ReferralSort; label: string }[] = [
  { value: 'DueFirst', label: 'Due first' },
  { value: 'ReceivedNewest', label: 'Newest first' },
  { value: 'ReceivedOldest', label: 'Oldest first' },
  { value: 'PatientName', label: 'Patient, A to Z' },
  { value: 'PatientNameLast', label: 'Patient, Z to A' },
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
  const search = useRef<HTMLInputElement>(null);
  const count = filterCount(selection);
  usePageKeys({
    search(event) {
      event.preventDefault();
      search.current?.focus();
    },
  });

  return (
    <div className={styles['row']}>
      <FilterBar>
        <Popup
          label="Filters"
          position="bottom-start"
          width={260}
          renderButton={(opener) => (
            <Button {...opener} leftSection={<IconFilter size={16} aria-hidden="true" />}>
              Filters{count > 0 && <b className={styles['setCount']}>{count}</b>}
            </Button>
          )}
        >
          <div className={styles['panel']}>
            <Suspense>
              <FilterPanel selection={selection} />
            </Suspense>
          </div>
        </Popup>
        {count > 0 && (
          <Suspense>
            <SetFilters selection={selection} />
          </Suspense>
        )}
        <FilterChoice
          label="Order"
          isLabelHidden
          value={selection.sort}
          options={sorts}
          onChange={(sort) => show({ sort })}
        />
        <FilterText
          ref={search}
          label="Search the referrals"
          placeholder="Search name, ZIP, payer…"
          value={text}
          onChange={onText}
        />
      </FilterBar>
    </div>
  );
}
