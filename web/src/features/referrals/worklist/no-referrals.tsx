import { Button } from '@mantine/core';
import { IconFilterOff, IconSearchOff } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { useMay } from '../../../data/current-person.ts';
import { viewName } from '@handoff/shared/domain/referral/referral-filters';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { useRead } from '../../../data/records/use-read.ts';
import { formatMoment } from '../../../text/format.ts';
import { useShowWorklist } from './use-worklist.ts';
import { addressOf, filterCount, type Selection } from './worklist-selection.ts';

const FindRestricted = lazy(async () => ({
  default: (await import('../restriction/find-restricted.tsx')).FindRestricted,
}));

interface NoReferralsProps {
  selection: Selection;
  /** Clears the search. */
  onClear: () => void;
}

/** Explains an empty list and offers a way on. */
export function NoReferrals({ selection, onClear }: NoReferralsProps) {
  if (selection.text !== '') return <NothingFound {...{ selection, onClear }} />;
  return <NothingHere selection={selection} />;
}

function NothingHere({ selection }: { selection: Selection }) {
  const mayEdit = useMay('referrals.edit');
  const isFirst = useRead(referralsApi.counts, {}).data?.IsEmpty === true;
  const { view, sort, changed } = selection;
  if (changed !== undefined && filterCount(selection) === 1)
    return (
      <EmptyState
        title="No changes by others"
        actions={
          <Link to="/referrals" className="link">
            Show open referrals
          </Link>
        }
      >
        {`No one else has changed a referral since ${formatMoment(changed)}.`}
      </EmptyState>
    );
  if (filterCount(selection) > 0)
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
        {`No referrals in “${viewName(view)}” match.`}
      </EmptyState>
    );
  if (view === 'All' || isFirst)
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
        <Link to="/referrals" search={{ view: 'All' }} className="link">
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
  Mine: 'Nothing assigned to you',
  Unassigned: 'Every referral has an owner',
  Pending: 'Every referral is decided',
  New: 'No new referrals',
  Waiting: 'Every open referral is answered',
  NeedsReview: 'No eligibility check needs attention',
  NeedsInformation: 'No open referral needs information',
};

function NothingFound({ selection, onClear }: NoReferralsProps) {
  const { text, view } = selection;
  const show = useShowWorklist(selection);
  const [isFinding, setFinding] = useState(false);
  return (
    <EmptyState
      icon={IconSearchOff}
      title={`Nothing matches “${text}”`}
      actions={
        <>
          {view !== 'All' && (
            <Button variant="filled" onClick={() => show({ view: 'All' })}>
              Search all referrals
            </Button>
          )}
          <Button onClick={onClear}>Clear the search</Button>
          <Button onClick={() => setFinding(true)}>Search restricted patients…</Button>
          {isFinding && (
            <Suspense>
              <FindRestricted onClose={() => setFinding(false)} />
            </Suspense>
          )}
        </>
      }
    >
      The search looks through every referral of this view: name, place, source, payer, service and owner.
    </EmptyState>
  );
}
