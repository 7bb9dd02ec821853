import { Button, VisuallyHidden } from '@mantine/core';
import { useState } from 'react';
import { accessReviewApi } from '@handoff/shared/contract/people/access-review';
import {
  hasLapsed,
  INACTIVE_AFTER_DAYS,
  type ReviewedAccess,
} from '@handoff/shared/domain/access/access-review';
import { ConfirmDialog } from '../../../ui/feedback/confirm-dialog.tsx';
import { StatusMark } from '../../../ui/status-mark.tsx';
import { type Column, DataTable } from '../../../ui/table/data-table.tsx';
import { SelectionDock } from '../../../ui/table/selection-dock.tsx';
import { useRowSelection } from '../../../ui/table/use-row-selection.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { shortDay, shortName } from './short-forms.ts';
import { usePageKeys } from '../../../ui/page-keys.ts';
import { showError } from '../../../data/toasts.ts';
import type { OfAgency } from './access-review-page.tsx';
import type { ConfirmationAnswer } from './confirmed-access.ts';
import styles from './people.module.css';

interface AccessReviewTableProps {
  rows: readonly ReviewedAccess[];
  of: OfAgency;
  agencyName: string;
  /** The person whose permissions are shown beside the table. */
  current: string | undefined;
  onConfirmed: (answer: ConfirmationAnswer) => void;
}

/** Everyone except the reviewer. Several people can be confirmed at once; each is removed alone. */
export function AccessReviewTable({ rows, of, agencyName, current, onConfirmed }: AccessReviewTableProps) {
  const { selected, selection, clear } = useRowSelection(rows);
  const [removedId, setRemovedId] = useState<string | undefined>();
  const removed = rows.find(({ Id }) => Id === removedId);
  if (rows.length === 0) return <p className="soft">No one else has access to {agencyName}.</p>;
  return (
    <section aria-label="Access to review">
      <DataTable
        label="Access to review"
        rows={rows}
        columns={columns(setRemovedId)}
        link={({ Id }) => ({ to: '.', search: (search: object) => ({ ...search, person: Id }) })}
        current={current}
        selection={selection}
      />
      <ConfirmBar {...{ selected, of, onConfirmed }} onClear={clear} />
      {removed && (
        <RemoveDialog access={removed} {...{ of, agencyName }} onClose={() => setRemovedId(undefined)} />
      )}
    </section>
  );
}

const columns = (onRemove: (id: string) => void): Column<ReviewedAccess>[] => [
  {
    title: 'Person',
    cell: ({ FullName, RoleWithinAgency, IsInactive }) => (
      <span className={styles['chips']}>
        {FullName}
        {RoleWithinAgency === 'Integration' && <span className="pill">application</span>}
        {IsInactive && <span className="pill">not seen for {INACTIVE_AFTER_DAYS} days</span>}
      </span>
    ),
  },
  { title: 'E-mail', cell: ({ Email }) => <span className="small">{Email}</span>, isWide: true },
  {
    title: 'Review',
    cell: (access) => <StatusMark name={reviewText(access)} color={access.IsDue ? 'orange' : 'green'} />,
    width: 150,
    phone: 'labeled',
  },
  {
    title: 'Role',
    cell: ({ RoleWithinAgency, SystemRole }) =>
      SystemRole === 'Administrator' ? `${RoleWithinAgency}, administrator` : RoleWithinAgency,
    phone: 'labeled',
  },
  { title: 'Rights', cell: ({ Rights }) => Rights.length, width: 64, align: 'end', phone: 'labeled' },
  {
    title: 'Last sign-in',
    cell: ({ LastSignInAt, LastActivityAt }) => shortDayOr(LastActivityAt ?? LastSignInAt, 'never'),
    width: 110,
    phone: 'labeled',
  },
  {
    title: 'Role given',
    cell: ({ RoleGiven }) =>
      RoleGiven ? `${shortDay(RoleGiven.At)} · ${shortName(RoleGiven.By)}` : 'not on record',
    isWide: true,
    phone: 'labeled',
  },
  { title: 'Last confirmed', cell: confirmedText, isWide: true, phone: 'labeled' },
  {
    title: 'Actions',
    head: <VisuallyHidden>Actions</VisuallyHidden>,
    cell: (access) => (
      <Button
        size="xs"
        aria-label={`Remove the access of ${access.FullName}`}
        onClick={() => onRemove(access.Id)}
      >
        Remove…
      </Button>
    ),
    width: 96,
    phone: 'corner',
  },
];

const shortDayOr = (at: string | null, none: string): string => (at === null ? none : shortDay(at));

const reviewText = ({ IsDue, DueAt }: ReviewedAccess): string =>
  IsDue ? 'Due now' : `Due ${shortDayOr(DueAt, 'later')}`;

function confirmedText(access: ReviewedAccess): string {
  const { Confirmed } = access;
  if (!Confirmed) return 'never';
  const by = `${shortDay(Confirmed.At)} · ${shortName(Confirmed.By.FullName)}`;
  return hasLapsed(Confirmed, access)
    ? `${by}, as ${Confirmed.RoleWithinAgency}: the role changed since`
    : by;
}

interface ConfirmBarProps extends Pick<AccessReviewTableProps, 'of' | 'onConfirmed'> {
  selected: readonly ReviewedAccess[];
  onClear: () => void;
}

/** The limit of one call. */
const AT_ONCE = 40;

function ConfirmBar({ selected, of, onConfirmed, onClear }: ConfirmBarProps) {
  const confirm = useAction(accessReviewApi.confirmAccess, {
    isDone: ({ ChangedAccessInfo }) => ChangedAccessInfo.length === 0,
  });
  usePageKeys({ clear: () => onClear() });

  async function confirmAll() {
    const changed: string[] = [];
    for (let from = 0; from < selected.length; from += AT_ONCE) {
      const People = selected.slice(from, from + AT_ONCE).map(({ Id, Etag }) => ({ Id, Etag }));
      // oxlint-disable-next-line no-await-in-loop -- what one call takes, then the next
      const confirmed = await confirm.run({ body: { ...of, People } });
      if (!confirmed.ok) break;
      onConfirmed(confirmed.output);
      changed.push(...confirmed.output.ChangedAccessInfo.map(({ FullName }) => FullName));
    }
    if (changed.length > 0)
      showError(`Changed since you looked, not confirmed: ${changed.join(', ')}. Look at them again.`);
    onClear();
  }

  if (selected.length === 0)
    return <p className="soft small">Select the people who still need their access.</p>;
  return (
    <SelectionDock label="Selected people" count={selected.length} onClear={onClear}>
      <Button variant="filled" loading={confirm.isPending} onClick={() => void confirmAll()}>
        Confirm access
      </Button>
    </SelectionDock>
  );
}

interface RemoveDialogProps extends Pick<AccessReviewTableProps, 'of' | 'agencyName'> {
  access: ReviewedAccess;
  onClose: () => void;
}

function RemoveDialog({ access, of, agencyName, onClose }: RemoveDialogProps) {
  const { Id, Etag, FullName } = access;
  const remove = useAction(accessReviewApi.removeAccess, { onSuccess: onClose });
  return (
    <ConfirmDialog
      isDanger
      title={`Remove the access of ${FullName}?`}
      confirm="Remove access"
      isPending={remove.isPending}
      onConfirm={() => void remove.run({ body: { ...of, Id, Etag } })}
      onClose={onClose}
    >
      <p>
        Access to {agencyName} ends at once. Their open referrals stay assigned until someone takes them over.
        Only an administrator can give a role again.
      </p>
    </ConfirmDialog>
  );
}
