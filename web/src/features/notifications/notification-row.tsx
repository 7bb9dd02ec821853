import { ActionIcon } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { UserNotification } from '@handoff/shared/domain/access/notification';
import { formatClock } from '../../text/format.ts';
import { NotificationLink } from './notification-link.tsx';
import { kindWords } from '../../text/labels/notification-labels.ts';
import { useReadOne } from './use-notifications.ts';
import styles from './notifications.module.css';

interface NotificationRowProps {
  notification: UserNotification;
  /** Shows the initials unless the row before already does. */
  patient: string | undefined;
}

export function NotificationRow({ notification, patient }: NotificationRowProps) {
  const read = useReadOne(notification);
  const { Kind, CreatedAt, ReadAt, Text } = notification;
  const isUnread = ReadAt === null;
  return (
    <li className={styles['notice']} data-unread={isUnread}>
      <b>{patient}</b>
      <span className="soft small">{kindWords[Kind].name}</span>
      <NotificationLink notification={notification} onFollow={read.run} />
      <time className="soft small number" dateTime={CreatedAt}>
        {formatClock(CreatedAt)}
      </time>
      <span className={styles['act']}>
        {isUnread && (
          <ActionIcon aria-label={`Mark as read: ${Text}`} aria-busy={read.isPending} onClick={read.run}>
            <IconCheck size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      </span>
    </li>
  );
}
