import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import type { Reading as State } from '../data/records/use-read.ts';
import { useLiveness } from '../data/live/live.tsx';
import { Bones, ErrorState, StaleNotice } from './page-states.tsx';
import { SettledOutput } from './settled-output.tsx';
import styles from './reading.module.css';

interface ReadingProps<T> {
  of: Pick<State<T>, 'data' | 'error' | 'refresh' | 'readAt'>;
  /** Of the skeleton. */
  lines?: number;
  isEmpty?: (data: T) => boolean;
  /** What an empty one means and what to do about it. */
  empty?: ReactNode;
  /** Where one record is read: what it means that there is none. */
  missing?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What was read, or why it is not there: skeleton, error with a retry, a notice when it could not be refreshed. */
export function Reading<T>({ of, lines = 6, isEmpty, empty, missing, children }: ReadingProps<T>) {
  const { data, error, refresh, readAt } = of;
  const retry = () => void refresh();
  if (missing !== undefined && (error?.status === 404 || error?.status === 400)) return missing;
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={retry} /> : <Bones lines={lines} />;
  return (
    <>
      {error && <StaleNotice {...{ error, readAt }} onRetry={retry} />}
      {isEmpty?.(data) === true ? empty : children(data)}
    </>
  );
}

/** On a page of its own: also says so when nothing was tried, because there is no connection. */
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
  /** How many there are. */
  text: string;
}

/** Below a list in pages: how many of it are here, and the way to the rest. */
export function ListFooter({ of: { hasMore, isLoadingMore = false, loadMore }, text }: ListFooterProps) {
  return (
    <footer className={styles['footer']}>
      <SettledOutput className="soft number" text={`${text}${hasMore ? ' loaded' : ''}`} />
      {hasMore && (
        <Button size="xs" variant="default" loading={isLoadingMore} onClick={() => void loadMore()}>
          Load more
        </Button>
      )}
    </footer>
  );
}
