import * as z from 'zod';
import { api } from '@handoff/shared/contract/api';
import type { ReadEndpoint } from '@handoff/shared/contract/endpoint';
import { UsedIn } from '@handoff/shared/contract/errors';
import { actionText } from '../../lib/format/change-words.ts';
import { formatAge, formatCount } from '../../lib/format/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { useRead } from '../../lib/api/use-read.ts';
import { useSettings } from '../../lib/use-settings.ts';
import { ChangeList } from '../change-list.tsx';
import { Reading } from '../reading.tsx';
import type { EntityKind } from './entity-page.tsx';
import styles from './entity.module.css';

const Uses = z.object({ UsedIn: z.array(UsedIn) });

export function UsedBy({ call, id }: { call: ReadEndpoint; id: string }) {
  const reading = useRead(call, { query: { id } });
  return (
    <section className={styles['facts']}>
      <h3>Used by</h3>
      <Reading of={reading} lines={1}>
        {(answer) => {
          const { UsedIn: uses } = Uses.parse(answer);
          if (uses.length === 0) return <p className="soft">Nothing uses it.</p>;
          return (
            <ul className={styles['uses']}>
              {uses.map(({ what, count }) => (
                <li key={what}>
                  <b className="number">{formatCount(count)}</b> {what}
                </li>
              ))}
            </ul>
          );
        }}
      </Reading>
    </section>
  );
}

export function Activity({ kind: Kind, id: Id }: { kind: EntityKind; id: string }) {
  const reading = useRead(api.audit.record, { query: { Kind, Id } });
  const settings = useSettings().reading.data;
  const now = useNow();
  return (
    <section className={styles['facts']}>
      <h3>Activity</h3>
      <Reading
        of={reading}
        lines={2}
        isEmpty={(answer) => answer.AuditInfo.length === 0}
        empty={<p className="soft">No changes yet.</p>}
      >
        {(answer) => (
          <ol className={styles['activity']}>
            {answer.AuditInfo.map((entry) => (
              <li key={`${entry.at}${entry.action}`}>
                <b>{entry.name}</b> {actionText(entry.action)}{' '}
                <span className="soft small">{formatAge(entry.at, now)}</span>
                <ChangeList changes={entry.changes} settings={settings} />
              </li>
            ))}
          </ol>
        )}
      </Reading>
    </section>
  );
}
