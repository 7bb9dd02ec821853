import { IconShieldCheck, IconFilterOff } from '@tabler/icons-react';
import { getRouteApi, Link, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { medicareEligibilityApi } from '@handoff/shared/contract/eligibility/eligibility';
import type { PastCheck } from '@handoff/shared/domain/eligibility/past-check';
import { containsText } from '@handoff/shared/domain/records/text';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { ListFooter, Reading } from '../../../ui/feedback/reading.tsx';
import { useList } from '../../../data/records/use-list.ts';
import { PageHeading } from '../../../ui/page-heading.tsx';
import { NotAnswered, AnswerLabel } from '../check/check-messages.tsx';
import { HistoryActions } from './history-actions.tsx';
import { HistoryFilters } from './history-filters.tsx';
import { HistoryTable } from './history-table.tsx';
import type { HistoryQuery } from './history-export.ts';
import { useRecheck } from '../check/use-recheck.ts';
import { Button } from '@mantine/core';
import { plural } from '../../../text/format.ts';

const route = getRouteApi('/eligibility/history');

export function HistoryPage() {
  const { category, verdict, from, to, person } = route.useSearch();
  const query: HistoryQuery = {
    ...(category !== undefined && { Category: category }),
    ...(verdict !== undefined && { Verdict: verdict }),
    ...(from !== undefined && { CheckedFrom: from }),
    ...(to !== undefined && { CheckedTo: to }),
    ...(person !== undefined && { SamePersonAs: person }),
  };
  return <History query={query} />;
}

function History({ query }: { query: HistoryQuery }) {
  const history = useList(
    medicareEligibilityApi.history,
    { query },
    ({ HistoricalMedicareSearches }) => HistoricalMedicareSearches,
  );
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<readonly PastCheck[]>([]);
  const recheck = useRecheck(() => void history.refresh());
  const [withInvalid, setWithInvalid] = useState(false);
  const found = history.data?.filter((row) => mentions(row, text)) ?? [];
  const hidesInvalid = !withInvalid && query['Verdict'] === undefined;
  const shown = hidesInvalid ? found.filter(({ Verdict }) => Verdict !== 'wrongInput') : found;
  const hidden = found.length - shown.length;

  return (
    <div className="page">
      <PageHeading title="Eligibility checks">
        <HistoryActions query={query} picked={picked} />
      </PageHeading>
      <HistoryFilters text={text} onText={setText} />
      <AnswerLabel label={labelOf(shown)} />
      <NotAnswered error={recheck.error} isPending={recheck.isPending} onAsk={recheck.insist} />
      <Reading of={history} lines={9}>
        {(loaded) => (
          <>
            {hidden > 0 && (
              <p className="soft">
                {plural(hidden, 'check')} with invalid input {hidden === 1 ? 'is' : 'are'} hidden: Medicare
                gave no verdict.{' '}
                <button type="button" className="text-button" onClick={() => setWithInvalid(true)}>
                  Show
                </button>
              </p>
            )}
            {shown.length === 0 ? (
              <NoChecks isFiltered={loaded.length > 0 || isFilter(query)} onClear={() => setText('')} />
            ) : (
              <HistoryTable
                checks={shown}
                hasMore={history.hasMore}
                picked={picked}
                onPick={setPicked}
                recheck={recheck}
              />
            )}
            <ListFooter
              of={history}
              text={`${shown.length === loaded.length ? '' : `${shown.length} of `}${plural(loaded.length, 'check')}`}
            />
          </>
        )}
      </Reading>
    </div>
  );
}

/** Shown above the rows if any of them is not a Medicare response; when only some are, each of those also says so. */
const labelOf = (checks: readonly PastCheck[]) => checks.find(({ Label }) => Label !== null)?.Label ?? null;

const isFilter = (query: HistoryQuery) => Object.keys(query).length > 0;

const mentions = ({ FirstName, LastName, Mbi, CheckedBy }: PastCheck, text: string) =>
  containsText([`${FirstName} ${LastName}`, `${LastName}, ${FirstName}`, Mbi, CheckedBy.FullName], text);

function NoChecks({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) {
  const navigate = useNavigate();
  if (isFiltered)
    return (
      <EmptyState
        icon={IconFilterOff}
        title="No check matches"
        actions={
          <Button
            onClick={() => {
              onClear();
              void navigate({ to: '/eligibility/history', search: {} });
            }}
          >
            Clear the filters
          </Button>
        }
      >
        The text searches the checks loaded so far. The other filters search all of them.
      </EmptyState>
    );
  return (
    <EmptyState
      icon={IconShieldCheck}
      title="No checks yet"
      actions={
        <Link to="/eligibility" search={{}} className="link">
          Make the first check
        </Link>
      }
    >
      Every check of this agency is kept here with the Medicare response.
    </EmptyState>
  );
}
