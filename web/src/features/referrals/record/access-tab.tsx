import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { auditApi } from '@handoff/shared/contract/audit';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { disclosureOf } from '@handoff/shared/domain/records/disclosure';
import { ExportButton } from '../../../ui/csv/export-button.tsx';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { ListFooter, Reading } from '../../../ui/feedback/reading.tsx';
import { useDownload } from '../../../data/send/download.ts';
import { useList } from '../../../data/records/use-list.ts';
import { actionText } from '../../../text/labels/change-labels.ts';
import { formatDateTime, plural } from '../../../text/format.ts';
import { Guarded } from '../../../ui/feedback/guarded.tsx';
import styles from './tabs.module.css';

/** Everyone who saw this patient, in this referral or in others with the same numbers. */
export function AccessTab({ id }: { id: string }) {
  const [isOnly, setOnly] = useState(false);
  const query = { ReferralId: id, ...(isOnly && { Only: 'disclosures' as const }) };
  const access = useList(auditApi.patientAccess, { query }, ({ PatientAccessInfo, ReferralIds }) =>
    PatientAccessInfo.map((entry) => ({ entry, ReferralIds, Id: keyOf(entry) })),
  );
  const download = useDownload(auditApi.patientAccessFile);
  const others = access.data?.[0]?.ReferralIds.filter((other) => other !== id) ?? [];
  return (
    <section className={styles['activity']} aria-label="Who saw this patient">
      <div className={styles['accessBar']}>
        <Checkbox
          label="Only what went outside the agency"
          checked={isOnly}
          onChange={({ currentTarget }) => setOnly(currentTarget.checked)}
        />
        <ExportButton isPending={download.isPending} onExport={() => void download.run({ query })} />
      </div>
      {others.length > 0 && (
        <p className="soft small">
          Includes {plural(others.length, 'other referral')} of the same patient:{' '}
          {others.map((other, index) => (
            <span key={other}>
              {index > 0 && ', '}
              <Link to="/referrals/$id" params={{ id: other }} className="link number">
                {shortId(other)}
              </Link>
            </span>
          ))}
        </p>
      )}
      <Reading
        of={access}
        isEmpty={(rows) => rows.length === 0}
        empty={
          <EmptyState title={isOnly ? 'Nothing went outside the agency' : 'No one has seen this patient'} />
        }
      >
        {(rows) => (
          <>
            <ol>
              {rows.map(({ Id, entry }) => (
                <Guarded key={Id} record={entry} within="li">
                  <AccessEntry entry={entry} isHere={entry.subject === id} />
                </Guarded>
              ))}
            </ol>
            <ListFooter of={access} text={plural(rows.length, 'entry', 'entries')} />
          </>
        )}
      </Reading>
    </section>
  );
}

function AccessEntry({ entry, isHere }: { entry: AuditEntry; isHere: boolean }) {
  const disclosure = disclosureOf(entry);
  return (
    <li className={styles['activityEntry']}>
      <div className={styles['activityHead']}>
        <span>
          <b>{entry.name}</b> {actionText(entry.action)}
          {entry.reason !== undefined && `: ${entry.reason}`}
          {!isHere && entry.subject.startsWith('referral-') && (
            <span className="soft small number"> {shortId(entry.subject)}</span>
          )}
        </span>
        <time className="soft small number" dateTime={entry.at}>
          {formatDateTime(entry.at)}
        </time>
      </div>
      {disclosure && (
        <span className="soft small">
          To {disclosure.To}. {disclosure.Purpose}.
        </span>
      )}
    </li>
  );
}

/** Views have no number, but a request records one view per record. */
const keyOf = ({ seq, requestId, action, subject }: AuditEntry) =>
  seq > 0 ? String(seq) : `${requestId}|${action}|${subject}`;

const shortId = (id: string) => id.slice(id.indexOf('-') + 1, id.indexOf('-') + 9);
