import { getRouteApi } from '@tanstack/react-router';
import { useState } from 'react';
import type { PastCheck } from '@handoff/shared/domain/eligibility/answer/past-check';
import { containsText } from '@handoff/shared/domain/records/search';
import { Bones, ErrorState, NoPermission, StaleNotice } from '../../components/page-states.tsx';
import { PageHeading } from '../../components/page-heading.tsx';
import { useMay } from '../../lib/current-person.ts';
import { NotAnswered } from './check-messages.tsx';
import { HistoryActions } from './history-actions.tsx';
import { NoChecks } from './history-empty.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryFooter } from './history-footer.tsx';
import { HistoryTable } from './history-table.tsx';
import { AnswerLabel } from './provider-line.tsx';
import { type HistoryQuery, useHistory } from './use-history.ts';
import { useRecheck } from './use-recheck.ts';
import './eligibility.css';

const route = getRouteApi('/eligibility/history');

export function HistoryPage() {
  const mayCheck = useMay('eligibility.check');
  const { category, verdict, from, to, person } = route.useSearch();
  const query: HistoryQuery = {
    ...(category !== undefined && { Category: category }),
    ...(verdict !== undefined && { Verdict: verdict }),
    ...(from !== undefined && { CheckedFrom: from }),
    ...(to !== undefined && { CheckedTo: to }),
    ...(person !== undefined && { SamePersonAs: person }),
  };
  if (mayCheck) return <History key={JSON.stringify(query)} query={query} />;
  return (
    <div className="page">
      <PageHeading title="Eligibility checks" />
      <NoPermission permission="eligibility.check" to="see eligibility checks" />
    </div>
  );
}

function History({ query }: { query: HistoryQuery }) {
  const history = useHistory(query);
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<readonly PastCheck[]>([]);
  const { rows, error, refresh } = history;
  const recheck = useRecheck(() => void refresh());
  const shown = rows?.filter((row) => mentions(row, text)) ?? [];

  return (
    <div className="page">
      <PageHeading title="Eligibility checks">
        <HistoryActions query={query} picked={picked} />
      </PageHeading>
      <HistoryFilters text={text} onText={setText} />
      <AnswerLabel label={labelOf(shown)} />
      <NotAnswered error={recheck.error} isPending={recheck.isPending} onAsk={recheck.insist} />
      {rows && error && <StaleNotice error={error} onRetry={() => void refresh()} />}
      {!rows && (error ? <ErrorState error={error} onRetry={() => void refresh()} /> : <Bones lines={9} />)}
      {rows && shown.length === 0 && (
        <NoChecks isFiltered={rows.length > 0 || isFilter(query)} onClear={() => setText('')} />
      )}
      {shown.length > 0 && (
        <HistoryTable checks={shown} picked={picked} onPick={setPicked} recheck={recheck} />
      )}
      {rows && <HistoryFooter history={history} shown={shown.length} loaded={rows.length} />}
    </div>
  );
}

/** Said before the rows; by those it is true for as well, when it is not true for all. */
const labelOf = (checks: readonly PastCheck[]) => checks.find(({ Label }) => Label !== null)?.Label ?? null;

const isFilter = (query: HistoryQuery) => Object.keys(query).length > 0;

const mentions = ({ FirstName, LastName, Mbi, CheckedBy }: PastCheck, text: string) =>
  containsText([`${FirstName} ${LastName}`, `${LastName}, ${FirstName}`, Mbi, CheckedBy.FullName], text);
