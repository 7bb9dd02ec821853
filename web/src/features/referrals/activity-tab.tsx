import { VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { AuditEntry, FieldChange } from '@handoff/shared/domain/audit-entry';
import { Bones, EmptyState, ErrorState } from '../../components/page-states.tsx';
import { formatDateTime } from '../../lib/format.ts';
import { useRead } from '../../lib/use-read.ts';
import { actionText, fieldText, isTechnical, valueText } from './activity-words.ts';
import type { Settings } from './referral-header.tsx';

interface ActivityTabProps {
  id: string;
  settings: Settings | undefined;
}

/** Who did what to this referral, each field as it was and as it is. */
export function ActivityTab({ id, settings }: ActivityTabProps) {
  // The continuation each further page starts at.
  const [pages, setPages] = useState<string[]>([]);
  const addPage = (continuation: string) => setPages([...pages, continuation]);
  return (
    <section className="activity" aria-label="Activity">
      {[undefined, ...pages].map((continuation, index) => (
        <ActivityPage
          key={continuation ?? 'first'}
          {...{ id, settings, continuation }}
          {...(index === pages.length && { onMore: addPage })}
        />
      ))}
    </section>
  );
}

interface ActivityPageProps {
  id: string;
  settings: Settings | undefined;
  continuation: string | undefined;
  onMore?: (continuation: string) => void;
}

function ActivityPage({ id, settings, continuation, onMore }: ActivityPageProps) {
  const { data, error, refresh } = useRead(api.referrals.activity, {
    query: { id, ...(continuation !== undefined && { Continuation: continuation }) },
  });
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refresh()} /> : <Bones lines={6} />;
  const next = data.Continuation;
  if (data.ReferralActivity.length === 0 && continuation === undefined)
    return (
      <EmptyState title="Nothing has happened yet">Every change to this referral appears here.</EmptyState>
    );
  return (
    <>
      <ol className="activity-list">
        {data.ReferralActivity.map((entry) => (
          <ActivityEntry key={entry.seq} entry={entry} settings={settings} />
        ))}
      </ol>
      {next !== null && onMore && (
        <button type="button" className="text-button" onClick={() => onMore(next)}>
          Show earlier activity
        </button>
      )}
    </>
  );
}

function ActivityEntry({ entry, settings }: { entry: AuditEntry; settings: Settings | undefined }) {
  const changes = entry.changes.filter(({ field }) => !isTechnical(field));
  return (
    <li className="activity-entry">
      <div className="activity-head">
        <span>
          <b>{entry.name}</b> {actionText(entry.action)}
        </span>
        <time className="soft small number" dateTime={entry.at}>
          {formatDateTime(entry.at)}
        </time>
      </div>
      {changes.length > 0 && (
        <ul className="changes">
          {changes.map((change) => (
            <Change key={change.field} change={change} settings={settings} />
          ))}
        </ul>
      )}
    </li>
  );
}

function Change({ change, settings }: { change: FieldChange; settings: Settings | undefined }) {
  const [old, now] = [
    valueText(change.field, change.old, settings),
    valueText(change.field, change.new, settings),
  ];
  return (
    <li className="change">
      <span className="soft">{fieldText(change.field)}</span>
      <span>
        {old !== '' && <del>{old}</del>}
        {old !== '' && now !== '' && (
          <>
            <span aria-hidden="true">{' → '}</span>
            <VisuallyHidden> is now </VisuallyHidden>
          </>
        )}
        {now !== '' && <ins>{now}</ins>}
      </span>
    </li>
  );
}
