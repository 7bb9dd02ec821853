import type { ReactNode } from 'react';
import type { Reading as State } from '../lib/api/use-read.ts';
import { Bones, ErrorState, StaleNotice } from './page-states.tsx';

interface ReadingProps<T> {
  of: Pick<State<T>, 'data' | 'error' | 'refresh'>;
  /** Of the skeleton. */
  lines?: number;
  isEmpty?: (data: T) => boolean;
  /** What an empty one means and what to do about it. */
  empty?: ReactNode;
  children: (data: T) => ReactNode;
}

/** What was read, or why it is not there: skeleton, error with a retry, a notice when it could not be refreshed. */
export function Reading<T>({ of, lines = 6, isEmpty, empty, children }: ReadingProps<T>) {
  const { data, error, refresh } = of;
  const retry = () => void refresh();
  if (data === undefined)
    return error ? <ErrorState error={error} onRetry={retry} /> : <Bones lines={lines} />;
  return (
    <>
      {error && <StaleNotice error={error} onRetry={retry} />}
      {isEmpty?.(data) === true ? empty : children(data)}
    </>
  );
}
