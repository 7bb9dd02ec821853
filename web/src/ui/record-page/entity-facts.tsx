import { Stack } from '@mantine/core';
import { auditApi } from '@handoff/shared/contract/audit';
import type { UsedIn } from '@handoff/shared/contract/errors';
import { actionText } from '../../text/labels/change-labels.ts';
import { formatAge, formatCount } from '../../text/format.ts';
import { useNow } from '../../data/use-now.ts';
import { type Reading as State, useRead } from '../../data/records/use-read.ts';
import { useSettings } from '../../data/use-settings.ts';
import { ChangeList } from '../change-list.tsx';
import { Reading } from '../feedback/reading.tsx';
import type { EntityKind } from './entity-page.tsx';
import { Guarded } from '../feedback/guarded.tsx';
import styles from './record-page.module.css';

/** Counts the records that use this one, by kind. */
export function UsedBy({ uses }: { uses: State<{ UsedIn: UsedIn[] }> }) {
  return (
    <section className={styles['facts']}>
      <h3>Used by</h3>
      <Reading
        of={uses}
        lines={1}
        isEmpty={({ UsedIn }) => UsedIn.length === 0}
        empty={<p className="soft">Nothing uses it.</p>}
      >
        {({ UsedIn }) => <UseCounts of={UsedIn} />}
      </Reading>
    </section>
  );
}

export function UseCounts({ of }: { of: readonly UsedIn[] }) {
  return (
    <ul className={`card ${styles['uses']}`}>
      {of.map(({ what, count }) => (
        <li key={what}>
          <b className="number">{formatCount(count)}</b> {what}
        </li>
      ))}
    </ul>
  );
}

export function Activity({ kind: Kind, id: Id }: { kind: EntityKind; id: string }) {
  const reading = useRead(auditApi.record, { query: { Kind, Id } });
  const settings = useSettings().reading.data;
  const now = useNow();
  return (
    <section className={styles['facts']}>
      <h3>Activity</h3>
      <Reading
        of={reading}
        lines={2}
        isEmpty={({ AuditInfo }) => AuditInfo.length === 0}
        empty={<p className="soft">No changes yet.</p>}
      >
        {({ AuditInfo }) => (
          <Stack component="ol" gap="sm">
            {AuditInfo.map((entry) => (
              <Guarded key={`${entry.at}${entry.action}`} record={entry} within="li">
                <li>
                  <b>{entry.name}</b> {actionText(entry.action)}{' '}
                  <span className="soft small">{formatAge(entry.at, now)}</span>
                  <ChangeList changes={entry.changes} settings={settings} />
                </li>
              </Guarded>
            ))}
          </Stack>
        )}
      </Reading>
    </section>
  );
}
