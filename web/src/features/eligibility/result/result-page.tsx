import { Navigate, useSearch } from '@tanstack/react-router';
import { api } from '@handoff/shared/contract/api';
import { Bones, EmptyState, ErrorState, StaleNotice } from '../../../components/page-states.tsx';
import { PageHeading } from '../../../components/page-heading.tsx';
import type { CallError } from '../../../lib/api/call-error.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import { Result } from './result.tsx';
import { resultPath, type ResultPath, verdicts } from './verdicts.ts';
import '../eligibility.css';

export const EligiblePage = () => <ResultPage path="/admin/medicareeligible" />;
export const IssuesPage = () => <ResultPage path="/admin/medicareeligibilityissues" />;
export const NotEligiblePage = () => <ResultPage path="/admin/medicarenoteligible" />;

function ResultPage({ path }: { path: ResultPath }) {
  const { check } = useSearch({ from: path });
  return (
    <div className="page result">
      {check === undefined ? <LatestResult path={path} /> : <ResultOf key={check} id={check} path={path} />}
    </div>
  );
}

/** Opened without a check: the newest that belongs on this page. */
function LatestResult({ path }: { path: ResultPath }) {
  const { data, error, refresh } = useRead(api.medicareEligibility.history, {
    query: { Verdict: verdicts[path].verdict },
  });
  const latest = data?.HistoricalMedicareSearches[0];
  if (latest) return <Navigate to={path} search={{ check: latest.Id }} replace />;
  if (data) return <Navigate to="/eligibility" search={{}} replace />;
  return <Waiting error={error} onRetry={() => void refresh()} />;
}

function ResultOf({ id, path }: { id: string; path: ResultPath }) {
  const { data, error, refresh } = useRead(api.medicareEligibility.byId, { query: { id } });
  const check = data?.MedicareCheck;
  if (!check) {
    if (error?.code === 'not_found') return <NoSuchCheck />;
    return <Waiting error={error} onRetry={() => void refresh()} />;
  }
  const own = resultPath(check);
  if (own === undefined) return <Navigate to="/eligibility" search={{ again: id }} replace />;
  // The verdict is the record's, never the address's.
  if (own !== path) return <Navigate to={own} search={{ check: id }} replace />;
  return (
    <>
      {error && <StaleNotice error={error} onRetry={() => void refresh()} />}
      <Result check={check} verdict={verdicts[path]} />
    </>
  );
}

// No verdict stands in the heading before the check is there.
function Waiting({ error, onRetry }: { error: CallError | undefined; onRetry: () => void }) {
  return (
    <>
      <PageHeading title="Eligibility check" />
      {error ? <ErrorState error={error} onRetry={onRetry} /> : <Bones lines={9} />}
    </>
  );
}

function NoSuchCheck() {
  return (
    <>
      <PageHeading title="Eligibility check" />
      <EmptyState title="This check was not found">
        It may belong to an agency you do not work for.
      </EmptyState>
    </>
  );
}
