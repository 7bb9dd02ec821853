import { Navigate, useSearch } from '@tanstack/react-router';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { useRead } from '../../../data/records/use-read.ts';
import { Result } from './result.tsx';
import { resultPath, type ResultPath, verdicts } from './verdicts.ts';
import styles from './result.module.css';

export const EligiblePage = () => <ResultPage path="/admin/medicareeligible" />;
export const IssuesPage = () => <ResultPage path="/admin/medicareeligibilityissues" />;
export const NotEligiblePage = () => <ResultPage path="/admin/medicarenoteligible" />;

function ResultPage({ path }: { path: ResultPath }) {
  const { check } = useSearch({ from: path });
  return (
    <div className={`page ${styles['result']}`}>
      {check === undefined ? <LatestResult path={path} /> : <ResultOf key={check} id={check} path={path} />}
    </div>
  );
}

/** Without a check in the address, shows the newest with this page's result. */
function LatestResult({ path }: { path: ResultPath }) {
  const query = { Verdict: verdicts[path].verdict };
  const history = useRead(medicareEligibilityApi.history, { query });
  return (
    <>
      <Waiting for={history} />
      <Reading of={history} lines={9}>
        {({ HistoricalMedicareSearches: [latest] }) =>
          latest ? (
            <Navigate to={path} search={{ check: latest.Id }} replace />
          ) : (
            <Navigate to="/eligibility" search={{}} replace />
          )
        }
      </Reading>
    </>
  );
}

function ResultOf({ id, path }: { id: string; path: ResultPath }) {
  const reading = useRead(medicareEligibilityApi.byId, { query: { id } });
  return (
    <>
      <Waiting for={reading} />
      <Reading
        of={reading}
        lines={9}
        missing={
          <EmptyState title="This check was not found">
            It may belong to an agency you do not work for.
          </EmptyState>
        }
      >
        {({ MedicareCheck: check }) => {
          const own = resultPath(check);
          if (own === undefined) return <Navigate to="/eligibility" search={{ again: id }} replace />;
          // The verdict comes from the record, never from the address.
          if (own !== path) return <Navigate to={own} search={{ check: id }} replace />;
          return <Result check={check} verdict={verdicts[path]} />;
        }}
      </Reading>
    </>
  );
}

/** The heading names no verdict until the check has loaded. */
const Waiting = ({ for: { data } }: { for: { data: unknown } }) =>
  data === undefined && <PageHeading title="Eligibility check" />;
