import { IconHistory } from '@tabler/icons-react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { ChangeList } from '../../../ui/change-list.tsx';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { ListFooter, Reading } from '../../../ui/feedback/reading.tsx';
import { actionText } from '../../../text/labels/change-labels.ts';
import { formatDateTime, plural } from '../../../text/format.ts';
import { useList } from '../../../data/records/use-list.ts';
import type { Settings } from './referral-rail.tsx';
import { Guarded } from '../../../ui/feedback/guarded.tsx';
import styles from './tabs.module.css';

interface ActivityTabProps {
  id: string;
  settings: Settings | undefined;
}

/** Every change to this referral, with the old and new value of each field. */
export function ActivityTab({ id, settings }: ActivityTabProps) {
  const activity = useList(referralsApi.activity, { query: { id } }, ({ ReferralActivity }) =>
    ReferralActivity.map((entry) => ({ ...entry, Id: String(entry.seq) })),
  );
  return (
    <section className={styles['activity']} aria-label="Activity">
      <Reading
        of={activity}
        isEmpty={(entries) => entries.length === 0}
        empty={
          <EmptyState icon={IconHistory} title="Nothing has happened yet">
            Every change to this referral appears here.
          </EmptyState>
        }
      >
        {(entries) => (
          <>
            <ol>
              {entries.map((entry) => (
                <Guarded key={entry.Id} record={entry} within="li">
                  <ActivityEntry entry={entry} settings={settings} />
                </Guarded>
              ))}
            </ol>
            {activity.hasMore && <ListFooter of={activity} text={plural(entries.length, 'change')} />}
          </>
        )}
      </Reading>
    </section>
  );
}

function ActivityEntry({ entry, settings }: { entry: AuditEntry; settings: Settings | undefined }) {
  return (
    <li className={styles['activityEntry']}>
      <div className={styles['activityHead']}>
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
