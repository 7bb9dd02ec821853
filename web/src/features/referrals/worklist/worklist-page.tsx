import { Button } from '@mantine/core';
import { useDebouncedValue, useMediaQuery } from '@mantine/hooks';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import { PlusIcon } from '../../../components/icons.tsx';
import {
  Bones,
  EmptyState,
  ErrorState,
  NoPermission,
  StaleNotice,
} from '../../../components/page-states.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import { useCurrentPerson, useMay } from '../../../lib/current-person.ts';
import { useRead } from '../../../lib/use-read.ts';
import { type ShownWorklist, useWorklist } from './use-worklist.ts';
import { WorklistCards } from './worklist-table.tsx';
import { WorklistFilters } from './worklist-filters.tsx';
import { SetFilters } from './worklist-more-filters.tsx';
import { WorklistFooter } from './worklist-footer.tsx';
import { addressOf, hasFilters, type Selection } from './worklist-selection.ts';
import { WorklistTable } from './worklist-table.tsx';
import './worklist.css';

export function WorklistPage() {
  const maySee = useMay('referrals.read');
  if (maySee) return <PermittedWorklist />;
  return (
    <div className="page">
      <PageHeading title="Referrals" />
      <NoPermission permission="referrals.read" to="see referrals" />
    </div>
  );
}

const noLists = { SettingsReferralStatusesInfo: [], SettingsUsersInfo: [] };
const route = getRouteApi('/referrals');
/** A pause in typing: the server is asked for what is meant, not for every letter. */
const SEARCH_AFTER_MS = 250;

function PermittedWorklist() {
  const me = useCurrentPerson().id;
  const { view = 'All', sort = 'ReceivedNewest', ...filters } = route.useSearch();
  const [text, setText] = useState('');
  const [searched] = useDebouncedValue(text.trim(), SEARCH_AFTER_MS);
  const selection = { ...filters, view, sort, me, text: text === '' ? '' : searched };
  const worklist = useWorklist(selection);
  const settings = useRead(api.settings.get, {});
  const { SettingsReferralStatusesInfo: statuses, SettingsUsersInfo: people } = settings.data ?? noLists;
  const isFilled = worklist.rows.length > 0;

  return (
    <div className="page worklist">
      <WorklistHead />
      <WorklistFilters {...{ selection, statuses, people, text }} onText={setText} />
      <SetFilters {...{ selection, people }} />
      {isFilled ? (
        <FilledWorklist {...{ worklist, statuses, selection }} />
      ) : (
        <EmptyWorklist {...{ worklist, selection }} onClear={() => setText('')} />
      )}
    </div>
  );
}

interface FilledWorklistProps {
  worklist: ShownWorklist;
  statuses: readonly ConfiguredStatus[];
  selection: Selection;
}

function FilledWorklist({ worklist, statuses, selection }: FilledWorklistProps) {
  const isNarrow = useMediaQuery('(max-width: 767px)', false, { getInitialValueInEffect: false });
  const List = isNarrow ? WorklistCards : WorklistTable;
  const { rows, arrived, error, touches } = worklist;
  return (
    <>
      {arrived.length > 0 && (
        <output className="arrived-line">
          <button type="button" className="arrived" onClick={worklist.showArrived}>
            {arrived.length} new {arrived.length === 1 ? 'referral' : 'referrals'} – show
          </button>
        </output>
      )}
      {error && <StaleNotice error={error} onRetry={() => void worklist.refresh()} />}
      <List rows={rows} statuses={statuses} touches={touches} />
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
  return (
    <PageHeading title="Referrals">
      {mayEdit && (
        <div className="page-head-actions">
          <Button
            size="sm"
            leftSection={<PlusIcon size={16} />}
            onClick={() => void navigate({ to: '/referrals/new' })}
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
        title="No referrals with these filters"
        actions={
          <Link to="/referrals" search={addressOf({ view, sort })} className="link">
            Clear the filters
          </Link>
        }
      >
        {`The view “${view}” holds none of them.`}
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
      There is nothing for you to do in this view.
    </EmptyState>
  );
}

const emptyTitles: Record<Selection['view'], string> = {
  All: 'No referrals yet',
  Mine: 'No referrals of yours',
  Unassigned: 'Every referral has an owner',
  Pending: 'Every referral is decided',
};

function NothingFound({ text, onClear }: { text: string; onClear: () => void }) {
  return (
    <EmptyState
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
