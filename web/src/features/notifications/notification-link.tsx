import { VisuallyHidden } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { UserNotification } from '@handoff/shared/domain/access/notification';

interface NotificationLinkProps {
  notification: UserNotification;
  onFollow: () => void;
  children?: ReactNode;
}

/** To the record it is about. */
export function NotificationLink({ notification, onFollow, children }: NotificationLinkProps) {
  const { Kind, SubjectId, Text, ReadAt } = notification;
  const content = (
    <>
      {ReadAt === null && <VisuallyHidden>Unread: </VisuallyHidden>}
      {Text}
      {children}
    </>
  );
  return Kind === 'import' ? (
    <Link to="/admin/imports/$importId" params={{ importId: SubjectId }} onClick={onFollow}>
      {content}
    </Link>
  ) : (
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
