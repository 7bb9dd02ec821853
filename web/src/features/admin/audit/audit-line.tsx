import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { AuditEntry } from '@handoff/shared/domain/records/audit-entry';
import { addressStates } from '@handoff/shared/domain/address/us-state';
import { ChangeList } from '../../../ui/change-list.tsx';
import { actionText } from '../../../text/labels/change-labels.ts';
import { formatDateTime, plural } from '../../../text/format.ts';
import type { People } from './use-people.ts';
import type { Trail } from './use-trail.ts';
import styles from './audit.module.css';

interface AuditLineProps {
  entry: AuditEntry;
  trail: Trail;
  people: People;
  settings: Output<typeof settingsApi.get> | undefined;
  /** All entries are about this record. */
  isAlone: boolean;
}

export function AuditLine({ entry, trail, people, settings, isAlone }: AuditLineProps) {
  const { seq, at, name, action, subject, shown, reason, changes } = entry;
  return (
    <li className={styles['line']}>
      <span className="soft small number">{seq === 0 ? 'view' : `#${seq}`}</span>
      <time className="soft small number" dateTime={at}>
        {formatDateTime(at)}
      </time>
      <div className={styles['what']}>
        <b>{name}</b> {actionText(action)}
        {reason !== undefined && `: ${reason}`}
        <ChangeList changes={changes} settings={settings} />
      </div>
      <div className={`${styles['subject']} small`}>
        <RecordName subject={subject} people={people} />
        {isList(action) && shown && <span>{plural(shown.length, 'record')}</span>}
        {!isAlone && !isList(action) && (
          <Link
            to="/admin/audit"
            search={{ ...(trail === 'system' && { of: trail }), record: subject }}
            className="link"
          >
            History<VisuallyHidden> of {subject}</VisuallyHidden>
          </Link>
        )}
      </div>
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

function RecordName({ subject, people }: { subject: string; people: People }) {
  if (subject.startsWith('referral-'))
    return (
      <Link to="/referrals/$id" params={{ id: subject }} className="link">
        Referral <span className="number">{shortId(subject)}</span>
      </Link>
    );
  if (addressStates.some((state) => subject.startsWith(`${state.toLowerCase()}-`)))
    return (
      <Link to="/admin/imports/$importId" params={{ importId: subject }} className="link">
        Import {subject.slice(0, 2).toUpperCase()} {shortId(subject)}
      </Link>
    );
  return <span className={styles['id']}>{people.get(subject) ?? idInWords(subject)}</span>;
}

/** Turns a subject such as payer-3f9a01bc… into "Payer 3f9a01bc"; other subjects stay unchanged. */
function idInWords(subject: string): string {
  const [, kind = '', id] = /^([a-z]+)-([0-9a-f]{8})[0-9a-f]+$/.exec(subject) ?? [];
  return id === undefined
    ? subject
    : `${kindWords[kind] ?? kind.charAt(0).toUpperCase() + kind.slice(1)} ${id}`;
}

const kindWords: Record<string, string> = {
  domain: 'Our agency',
  check: 'Eligibility check',
  batch: 'Checked list',
  partner: 'Agency',
  servicearea: 'Service area',
};

/** Enough to tell two records apart; the link has the full id. */
const shortId = (id: string) => id.slice(id.indexOf('-') + 1, id.indexOf('-') + 9);
