import { IconPlus } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { BulkMenu } from './bulk/selection-bar.tsx';
import { useRowSelection } from '../../../ui/table/use-row-selection.ts';
import type { WorklistLayout } from '@handoff/shared/domain/referral/saved-view';
import { Bones, ErrorState } from '../../../ui/feedback/page-states.tsx';
import { Freshness } from '../../../ui/feedback/reading.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { ariaKeysOf, signsOf } from '../../../ui/shortcuts.ts';
import { handOver } from '../../../data/chosen-referrals.ts';
import { useCurrentPerson, useMay } from '../../../data/current-person.ts';
import { type ShownWorklist as Listed, useWorklist } from './use-worklist.ts';
import { WorklistFilters } from './worklist-filters.tsx';
import { useSettings } from '../../../data/use-settings.ts';
import { useLayout } from './views/layout.ts';
import { ViewTabs } from './views/view-tabs.tsx';
import { type Selection, shownAt, standard, type WorklistAddress } from './worklist-selection.ts';
import { WorklistFooter, WorklistTable } from './worklist-table.tsx';
import styles from './worklist.module.css';

const route = getRouteApi('/referrals');
const SelectionBar = lazy(async () => ({ default: (await import('./bulk/selection-bar.tsx')).SelectionBar }));
const NoReferrals = lazy(async () => ({ default: (await import('./no-referrals.tsx')).NoReferrals }));
const DropToIntake = lazy(async () => ({
  default: (await import('../intake/drop-to-intake.tsx')).DropToIntake,
}));
/** Waits for a pause in typing, so that not every letter is a request. */
const SEARCH_AFTER_MS = 250;

export function WorklistPage() {
  const address = route.useSearch();
  const { savedViews, reading } = useSettings();
  const shown = shownAt(address, savedViews);
  const isReading = shown === undefined && reading.data === undefined && reading.error === undefined;
  return (
    <div className={styles['page']}>
      <WorklistHead />
      {isReading ? (
        <Bones lines={12} />
      ) : (
        <ShownWorklist address={shown ?? {}} isUnknown={shown === undefined} />
      )}
    </div>
  );
}

interface ShownWorklistProps {
  address: WorklistAddress;
  /** The address names a saved view that does not exist. */
  isUnknown: boolean;
}

function ShownWorklist({ address, isUnknown }: ShownWorklistProps) {
  const me = useCurrentPerson().id;
  const { savedViews } = useSettings();
  const { view = standard.view, sort = standard.sort, ...filters } = address;
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), SEARCH_AFTER_MS);
  const selection = { ...filters, view, sort, me, text: text === '' ? '' : searched };
  const worklist = useWorklist(selection);
  const savedView = savedViews.find(({ Id }) => Id === filters.saved);
  const layout = useLayout(savedView);
  const isFilled = worklist.rows.length > 0;

  return (
    <>
      <ViewTabs {...{ selection, savedViews, layout, worklist }} view={savedView} />
      {isUnknown && (
        <p className={`message ${styles['unknown']}`}>
          This saved view was deleted, or it is not shared with you. Open referrals are shown.
        </p>
      )}
      <WorklistFilters {...{ selection, text }} onText={setText} />
      {isFilled ? (
        <FilledWorklist {...{ worklist, selection }} layout={layout.layout} />
      ) : (
        <EmptyWorklist {...{ worklist, selection }} onClear={() => setText('')} />
      )}
    </>
  );
}

interface FilledWorklistProps {
  worklist: Listed;
  selection: Selection;
  layout: WorklistLayout;
}

function FilledWorklist({ worklist, selection: shown, layout }: FilledWorklistProps) {
  const { arrived, rows } = worklist;
  const mayEdit = useMay('referrals.edit');
  const { selected, selection, clear } = useRowSelection(rows);
  const [menu, setMenu] = useState<BulkMenu | undefined>();
  const [isUsed, setUsed] = useState(false);
  if (selected.length > 0 && !isUsed) setUsed(true);
  const navigate = useNavigate();
  const bulk = {
    selected,
    onMenu: setMenu,
    onCheck() {
      handOver(selected);
      void navigate({ to: '/eligibility/batch', search: {} });
    },
    onClear: clear,
  };
  return (
    <>
      {arrived.length > 0 && (
        <output className={styles['arrivals']}>
          <button type="button" className={styles['arrived']} onClick={worklist.showArrived}>
            {arrived.length} new {arrived.length === 1 ? 'referral' : 'referrals'} – show
          </button>
        </output>
      )}
      <Freshness of={worklist} />
      <WorklistTable {...{ worklist, layout, bulk, shown }} selection={mayEdit ? selection : undefined} />
      {/* Docked, so that it covers no row. It stays to show the results when the rows are gone. */}
      {isUsed && (
        <Suspense>
          <SelectionBar {...{ ...bulk, menu }} onFinished={() => void worklist.refresh()} />
        </Suspense>
      )}
      <WorklistFooter {...{ worklist }} selection={shown} />
    </>
  );
}

interface EmptyWorklistProps {
  worklist: Listed;
  selection: Selection;
  onClear: () => void;
}

function EmptyWorklist({ worklist, selection, onClear }: EmptyWorklistProps) {
  if (worklist.isLoading) return <Bones lines={12} />;
  if (worklist.error) return <ErrorState error={worklist.error} onRetry={() => void worklist.refresh()} />;
  return (
    <Suspense>
      <NoReferrals selection={selection} onClear={onClear} />
    </Suspense>
  );
}

function WorklistHead(): ReactNode {
  const mayEdit = useMay('referrals.edit');
  const mayAttach = useMay('documents.edit');
  const navigate = useNavigate();
  const record = () => void navigate({ to: '/referrals/new' });
  return (
    <PageHeading title="Referrals">
      {mayEdit && (
        <div className="page-head-actions">
          {mayAttach && (
            <Suspense>
              <DropToIntake />
            </Suspense>
          )}
          <Button
            variant="filled"
            aria-keyshortcuts={ariaKeysOf('create')}
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            rightSection={<kbd aria-hidden="true">{signsOf('create')}</kbd>}
            onClick={record}
          >
            New referral
          </Button>
        </div>
      )}
    </PageHeading>
  );
}
