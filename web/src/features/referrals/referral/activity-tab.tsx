import { IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { ChangeList } from '../../../components/change-list.tsx';
import { Bones, EmptyState, ErrorState } from '../../../components/page-states.tsx';
import { actionText } from '../../../lib/format/change-words.ts';
import { useMay } from '../../../lib/current-person.ts';
import { formatDateTime } from '../../../lib/format/format.ts';
import { useRead } from '../../../lib/api/use-read.ts';
import type { Settings } from './referral-rail.tsx';

interface ActivityTabProps {
  id: string;
  settings: Settings | undefined;
}

/** Who did what to this referral, each field as it was and as it is. */
export function ActivityTab({ id, settings }: ActivityTabProps) {
  // The continuation each further page starts at.
  const [pages, setPages] = useState<string[]>([]);
  const addPage = (continuation: string) => setPages([...pages, continuation]);
  const maySeeViews = useMay('audit.read');
  return (
    <section className="activity" aria-label="Activity">
      {maySeeViews && (
        <p className="activity-views">
          <Link to="/admin/audit" search={{ record: id }} className="link">
            Who looked at it
          </Link>
        </p>
      )}
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
      <EmptyState icon={IconHistory} title="Nothing has happened yet">
        Every change to this referral appears here.
      </EmptyState>
    );
  return (
    <>
      <ol>
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
      <ChangeList changes={entry.changes} settings={settings} />
    </li>
  );
}
