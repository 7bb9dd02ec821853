import { getRouteApi, Link } from '@tanstack/react-router';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import { Bones, EmptyState, ErrorState } from '../../../ui/feedback/page-states.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { Comparison } from './comparison.tsx';

const route = getRouteApi('/eligibility/compare');

export function ComparePage() {
  const { before, after } = route.useSearch();
  return (
    <div className="page">
      <PageHeading title="Compare two checks" />
      {before === undefined || after === undefined ? <PickTwo /> : <Compared before={before} after={after} />}
    </div>
  );
}

function PickTwo() {
  return (
    <EmptyState
      title="Select two checks first"
      actions={
        <Link to="/eligibility/history" search={{}} className="link">
          To the checks
        </Link>
      }
    />
  );
}

function Compared({ before, after }: { before: string; after: string }) {
  const comparison = useRead(medicareEligibilityApi.compare, { query: { before, after } });
  const first = useRead(medicareEligibilityApi.byId, { query: { id: before } });
  const second = useRead(medicareEligibilityApi.byId, { query: { id: after } });
  const error = comparison.error ?? first.error ?? second.error;
  const refresh = () => Promise.all([comparison.refresh(), first.refresh(), second.refresh()]);

  if (comparison.data && first.data && second.data)
    return (
      <Comparison
        comparison={comparison.data}
        before={first.data.MedicareCheck}
        after={second.data.MedicareCheck}
      />
    );
  if (error?.code === 'not_found')
    return (
      <EmptyState title="One of these checks was not found">
        It may belong to an agency you do not work for.
      </EmptyState>
    );
  return error ? <ErrorState error={error} onRetry={() => void refresh()} /> : <Bones lines={8} />;
}
