import { IconFilterOff, IconPlus, IconSearchOff } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { Bones, EmptyState, ErrorState, StaleNotice } from '../../../components/page-states.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { usePageKeys } from '../../../lib/page-keys.ts';
import { useCurrentPerson, useMay } from '../../../lib/current-person.ts';
import { type ShownWorklist, useWorklist } from './use-worklist.ts';
import { WorklistFilters } from './worklist-filters.tsx';
import { SetFilters } from './worklist-more-filters.tsx';
import { addressOf, hasFilters, type Selection, viewName } from './worklist-selection.ts';
import { WorklistFooter, WorklistTable } from './worklist-table.tsx';
import styles from './worklist.module.css';

const route = getRouteApi('/referrals');
/** A pause in typing: the server is asked for what is meant, not for every letter. */
const SEARCH_AFTER_MS = 250;

export function WorklistPage() {
  const me = useCurrentPerson().id;
  const { view = 'All', sort = 'ReceivedNewest', ...filters } = route.useSearch();
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), SEARCH_AFTER_MS);
  const selection = { ...filters, view, sort, me, text: text === '' ? '' : searched };
  const worklist = useWorklist(selection);
  const isFilled = worklist.rows.length > 0;

  return (
    <div className={styles['page']}>
      <WorklistHead />
      <WorklistFilters {...{ selection, text }} onText={setText} />
      <SetFilters selection={selection} />
      {isFilled ? (
        <FilledWorklist {...{ worklist, selection }} />
      ) : (
        <EmptyWorklist {...{ worklist, selection }} onClear={() => setText('')} />
      )}
    </div>
  );
}

function FilledWorklist({ worklist, selection }: { worklist: ShownWorklist; selection: Selection }) {
  const { arrived, error } = worklist;
  return (
    <>
      {arrived.length > 0 && (
        <output className={styles['arrivals']}>
          <button type="button" className={styles['arrived']} onClick={worklist.showArrived}>
            {arrived.length} new {arrived.length === 1 ? 'referral' : 'referrals'} – show
          </button>
        </output>
      )}
      {error && <StaleNotice error={error} onRetry={() => void worklist.refresh()} />}
      <WorklistTable worklist={worklist} />
      <WorklistFooter worklist={worklist} isFound={selection.text !== ''} />
    </>
  );
}

interface EmptyWorklistProps {
  worklist: ShownWorklist;
  selection: Selection;
  onClear: () => void;
}

function EmptyWorklist({ worklist, selection, onClear }: EmptyWorklistProps) {
  if (worklist.isLoading) return <Bones lines={12} />;
  if (worklist.error) return <ErrorState error={worklist.error} onRetry={() => void worklist.refresh()} />;
  if (selection.text !== '') return <NothingFound text={selection.text} onClear={onClear} />;
  return <NothingHere selection={selection} />;
}

function WorklistHead(): ReactNode {
  const mayEdit = useMay('referrals.edit');
  const navigate = useNavigate();
  const record = () => void navigate({ to: '/referrals/new' });
  usePageKeys({ n: mayEdit ? record : undefined });
  return (
    <PageHeading title="Referrals">
      {mayEdit && (
        <div className="page-head-actions">
          <Button
            size="sm"
            aria-keyshortcuts="n"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={record}
          >
            New referral
          </Button>
        </div>
      )}
    </PageHeading>
  );
}

function NothingHere({ selection }: { selection: Selection }) {
  const mayEdit = useMay('referrals.edit');
  const { view, sort } = selection;
  if (hasFilters(selection))
    return (
      <EmptyState
        icon={IconFilterOff}
        title="No referrals with these filters"
        actions={
          <Link to="/referrals" search={addressOf({ view, sort })} className="link">
            Clear the filters
          </Link>
        }
      >
        {`The view “${viewName(view)}” holds none of them.`}
      </EmptyState>
    );
  if (view === 'All')
    return (
      <EmptyState
        title={emptyTitles.All}
        actions={
          mayEdit && (
            <Link to="/referrals/new" className="link">
              Record the first referral
            </Link>
          )
        }
      >
        When a hospital or doctor hands a patient off to this agency, the referral is recorded here.
      </EmptyState>
    );
  return (
    <EmptyState
      title={emptyTitles[view]}
      actions={
        <Link to="/referrals" search={{}} className="link">
          Show all referrals
        </Link>
      }
    >
      There is nothing to do in this view.
    </EmptyState>
  );
}

const emptyTitles: Record<Selection['view'], string> = {
  All: 'No referrals yet',
  Mine: 'No referrals of yours',
  Unassigned: 'Every referral has an owner',
  Pending: 'Every referral is decided',
  New: 'No new referrals',
  Waiting: 'Every open referral is answered',
  NeedsReview: 'No eligibility check needs a look',
};

function NothingFound({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <EmptyState
      icon={IconSearchOff}
      title={`Nothing matches “${text}”`}
      actions={
        <Button size="sm" variant="default" onClick={onClear}>
          Clear the search
        </Button>
      }
    >
      The search looks through every referral of this view: name, place, source, payer, service and owner.
    </EmptyState>
  );
}
