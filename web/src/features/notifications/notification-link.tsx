import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UserNotification } from '@handoff/shared/domain/access/notification';

interface NotificationLinkProps {
  notification: UserNotification;
  onFollow: () => void;
  children?: ReactNode;
}

/** Links to the record of the notification. */
export function NotificationLink({ notification, onFollow, children }: NotificationLinkProps) {
  const { Kind, SubjectId, Text, ReadAt } = notification;
  const content = (
    <>
      {ReadAt === null && <VisuallyHidden>Unread: </VisuallyHidden>}
      {Text}
      {children}
    </>
  );
  if (Kind === 'import')
    return (
      <Link to="/admin/imports/$importId" params={{ importId: SubjectId }} onClick={onFollow}>
        {content}
      </Link>
    );
  if (Kind === 'webhook')
    return (
      <Link to="/admin/webhooks" search={{ edit: SubjectId }} onClick={onFollow}>
        {content}
      </Link>
    );
  if (Kind === 'access' && !/^(referral|user)-/.test(SubjectId))
    return (
      <Link to="/admin/access-review" onClick={onFollow}>
        {content}
      </Link>
    );
  if (Kind === 'access')
    return (
      <Link
        to="/admin/audit"
        search={SubjectId.startsWith('referral-') ? { record: SubjectId } : { person: SubjectId }}
        onClick={onFollow}
      >
        {content}
      </Link>
    );
  // A handover covers many referrals, so it links to the person's own view.
  if (!SubjectId.startsWith('referral-'))
    return (
      <Link to="/referrals" search={{ view: 'Mine' }} onClick={onFollow}>
        {content}
      </Link>
    );
  return (
    <Link to="/referrals/$id" params={{ id: SubjectId }} search={tabsOf.get(Kind) ?? {}} onClick={onFollow}>
      {content}
    </Link>
  );
}

const tabsOf = new Map<UserNotification['Kind'], { tab: 'notes' | 'eligibility' }>([
  ['note', { tab: 'notes' }],
  ['mention', { tab: 'notes' }],
  ['eligibility', { tab: 'eligibility' }],
]);
