import { ActionIcon, Group } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { FileSubject } from '@handoff/shared/domain/address/file-subject';
import { ChangeList } from '../../../ui/change-list.tsx';
import { actionText, idInWords } from '../../../text/labels/change-labels.ts';
import { formatDateTime, plural } from '../../../text/format.ts';
import type { People } from './use-people.ts';
import type { Trail } from './use-trail.ts';
import styles from './audit.module.css';

interface AuditLineProps {
  entry: AuditEntry;
  trail: Trail;
  people: People;
  /** Names of agencies by id. */
  agencies: ReadonlyMap<string, string>;
  /** The patient's, if the entry is about one. */
  initials: string | undefined;
  settings: Output<typeof settingsApi.get> | undefined;
  /** All entries are about this record. */
  isAlone: boolean;
}

export function AuditLine(props: AuditLineProps) {
  const { entry, trail, people, agencies, initials, settings, isAlone } = props;
  const { seq, at, name, action, subject, shown, reason, changes } = entry;
  return (
    <li className={styles['line']}>
      <time className="soft small number" dateTime={at}>
        {formatDateTime(at)}
      </time>
      <div>
        <b>{name}</b> {actionText(action, subject)}
        {reason !== undefined && `: ${reason}`}
        <ChangeList {...{ changes, settings, agencies }} />
      </div>
      <Group gap="sm" align="stretch" justify="space-between" className={`${styles['subject']} small`}>
        <RecordName {...{ subject, people, agencies, initials }} />
        {isList(action) && shown && <span>{plural(shown.length, 'record')}</span>}
        {!isAlone && !isList(action) && (
          <ActionIcon
            size="sm"
            aria-label={`History of ${idInWords(subject)}`}
            title="History: only this record"
            renderRoot={(button) => (
              <Link
                {...button}
                to="/admin/audit"
                search={{ ...(trail === 'system' && { of: trail }), record: subject }}
              />
            )}
          >
            <IconHistory size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      </Group>
      <span className={`${styles['entry']} soft small number`}>{seq === 0 ? '' : `#${seq}`}</span>
    </li>
  );
}

/** Actions on many records, and exports, which name a filter: their subject is no record. */
const isList = (action: string) =>
  [
    'audit.exported',
    'audit.read',
    'access-review.exported',
    'referrals.listed',
    'referrals.exported',
    'checks.listed',
  ].includes(action);

type RecordNameProps = Pick<AuditLineProps, 'people' | 'agencies' | 'initials'> & { subject: string };

function RecordName({ subject, people, agencies, initials }: RecordNameProps) {
  if (subject.startsWith('referral-'))
    return (
      <Link to="/referrals/$id" params={{ id: subject }} className="link">
        {initials === undefined ? 'Referral' : <b>{initials}</b>}{' '}
        <span className="number">{shortId(subject)}</span>
      </Link>
    );
  if (FileSubject.options.some((each) => subject.startsWith(`${each.toLowerCase()}-`)))
    return (
      <Link to="/admin/imports/$importId" params={{ importId: subject }} className="link">
        Import {subject.slice(0, subject.indexOf('-')).toUpperCase()} {shortId(subject)}
      </Link>
    );
  return <span>{people.get(subject) ?? agencies.get(subject) ?? idInWords(subject)}</span>;
}

/** Enough to tell two records apart; the link has the full id. */
const shortId = (id: string) => id.slice(id.indexOf('-') + 1, id.indexOf('-') + 9);
