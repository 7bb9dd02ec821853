import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Reading as State } from '../../data/records/use-read.ts';
import { useLiveness } from '../../data/live/live.tsx';
import { Bones, ErrorState, StaleNotice } from './page-states.tsx';
import { SettledOutput } from './settled-output.tsx';
import { GuardedPart } from './guarded.tsx';

interface ReadingProps<T> {
  of: Pick<State<T>, 'data' | 'error' | 'refresh' | 'readAt'>;
  /** How many bars the skeleton has. */
  lines?: number;
  isEmpty?: (data: T) => boolean;
  /** Explains an empty answer and the next step. */
  empty?: ReactNode;
  /** Shown when the record does not exist; only for pages that read one record. */
  missing?: ReactNode;
  children: (data: T) => ReactNode;
}

/** Shows data with its states: a skeleton, an error with a retry, or a notice that it could not be refreshed. */
export function Reading<T>({ of, lines = 6, isEmpty, empty, missing, children }: ReadingProps<T>) {
  const { data, error, refresh, readAt } = of;
  const retry = () => void refresh();
  if (missing !== undefined && (error?.status === 404 || error?.status === 400)) return missing;
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={retry} /> : <Bones lines={lines} />;
  return (
    <>
      {error && <StaleNotice {...{ error, readAt }} onRetry={retry} />}
      <GuardedPart of={data}>
        <Shown {...{ data, isEmpty, empty, children }} />
      </GuardedPart>
    </>
  );
}

/** A component of its own, so that the guard around it catches what `children` throws. */
const Shown = <T,>({ data, isEmpty, empty, children }: Shown<T>) =>
  isEmpty?.(data) === true ? empty : children(data);

interface Shown<T> {
  data: T;
  isEmpty: ReadingProps<T>['isEmpty'] | undefined;
  empty: ReactNode;
  children: (data: T) => ReactNode;
}

/** For a page of its own, which also says that nothing was tried because there is no connection. */
export function Freshness({
  of: { error, readAt, refresh },
}: {
  of: Omit<State<unknown>, 'data' | 'isLoading'>;
}) {
  const isOffline = useLiveness() === 'offline';
  if (!error && !isOffline) return null;
  return <StaleNotice {...{ error, readAt }} onRetry={() => void refresh()} />;
}

interface ListFooterProps {
  of: { hasMore: boolean; isLoadingMore?: boolean; loadMore: () => Promise<unknown> };
  /** The total, including rows that are not loaded yet. */
  text: string;
}

/** Shown below a list in pages: how many rows are loaded, and a button for more. */
export function ListFooter({ of: { hasMore, isLoadingMore = false, loadMore }, text }: ListFooterProps) {
  return (
    <footer className="bar">
      <SettledOutput className="soft number" text={`${text}${hasMore ? ' loaded' : ''}`} />
      {hasMore && (
        <Button size="xs" loading={isLoadingMore} onClick={() => void loadMore()}>
          Load more
        </Button>
      )}
    </footer>
  );
}
