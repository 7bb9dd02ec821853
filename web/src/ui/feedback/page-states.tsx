import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Icon, IconInbox } from '@tabler/icons-react';
import { CopyText } from '../copy-text.tsx';
import type { CallError } from '../../data/send/call-error.ts';
import { formatMoment } from '../../text/format.ts';
import styles from './page-states.module.css';

/** Bars in place of text, from 200 ms on. */
export function Bones({ lines }: { lines: number }) {
  const widths = [92, 78, 86, 64, 81, 70];
  return (
    <output className={styles['bones']} aria-label="Loading">
      {Array.from({ length: lines }, (_, line) => (
        <div
          key={line}
          className={styles['bone']}
          style={{ width: `${widths[line % widths.length] ?? 80}%` }}
        />
      ))}
    </output>
  );
}

interface StateProps {
  /** One outline, 32 pixels, of what is missing. */
  icon?: Icon;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Shown for an empty list or a missing page: says why, and what to do next. */
export function EmptyState({ icon: Drawing = IconInbox, title, children, actions }: StateProps) {
  return (
    <section className={styles['state']}>
      <Drawing size={32} className="faint" aria-hidden="true" />
      <h2>{title}</h2>
      {children && <p className="soft">{children}</p>}
      {actions && <div className="bar">{actions}</div>}
    </section>
  );
}

interface ErrorStateProps {
  error: CallError;
  onRetry: () => void;
  title?: string;
}

export function ErrorState({ error, onRetry, title = 'This could not be loaded' }: ErrorStateProps) {
  return (
    <section className={styles['state']} role="alert">
      <h2>{title}</h2>
      <p className="soft">{error.message}</p>
      <RequestId id={error.requestId} />
      <div className="bar">
        <Button onClick={onRetry}>Try again</Button>
      </div>
    </section>
  );
}

export function RequestId({ id }: { id: string | undefined }) {
  if (id === undefined) return null;
  return (
    <p className="small">
      Request <span className="request-id">{id}</span> <CopyText text={id} />
    </p>
  );
}

interface StaleNoticeProps {
  /** Undefined when there was no connection, so nothing was tried. */
  error?: CallError | undefined;
  readAt?: Date | undefined;
  onRetry: () => void;
}

/** Stays above data that is still shown but could not be refreshed. */
export function StaleNotice({ error, readAt, onRetry }: StaleNoticeProps) {
  const since = readAt && `Showing data from ${formatMoment(readAt.toISOString())}.`;
  return (
    <output className="notice">
      {[since ?? 'Not up to date.', error?.message].filter(Boolean).join(' ')}{' '}
      <button type="button" className="text-button" onClick={onRetry}>
        Try again
      </button>
    </output>
  );
}
