import { Button, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { UserNotification } from '@handoff/shared/domain/access/notification';
import { byDayAndRecord, dayName } from '../../features/notifications/notification-days.ts';
import { NotificationLink } from '../../features/notifications/notification-link.tsx';
import { type useNotifications, useReadOne } from '../../features/notifications/use-notifications.ts';
import { formatAge, formatClock } from '../../text/format.ts';
import { useMessageLog } from '../../data/toasts.ts';
import { useNow } from '../../data/use-now.ts';
import { usePatientInitials } from '../../data/use-patient-initials.ts';
import { Guarded } from '../../ui/feedback/guarded.tsx';
import styles from './notification-menu.module.css';

const NEWEST = 12;

interface NotificationListProps {
  all: ReturnType<typeof useNotifications>;
  onFollow: () => void;
}

/** The newest notifications; loaded when the bell is first opened. */
export function NotificationList({ all, onFollow }: NotificationListProps) {
  const { items, unread, readAll, isReadingAll } = all;
  return (
    <>
      <Group gap={0} align="baseline" wrap="nowrap" justify="space-between" className={styles['head'] ?? ''}>
        <h2 className="small">Notifications</h2>
        {unread > 0 && (
          <Button size="compact-xs" variant="subtle" loading={isReadingAll} onClick={() => void readAll()}>
            Mark all as read
          </Button>
        )}
      </Group>
      <p>
        <Link to="/notifications" search={{}} onClick={onFollow} className="link">
          All notifications and settings
        </Link>
      </p>
      {items.length === 0 && <p className="soft">No notifications.</p>}
      <Newest items={items.slice(0, NEWEST)} onFollow={onFollow} />
      <MessagesOfThisTab />
    </>
  );
}

interface NewestProps extends Pick<ReturnType<typeof useNotifications>, 'items'> {
  onFollow: () => void;
}

/** Grouped by day and patient, as on the page of all notifications. */
function Newest({ items: newest, onFollow }: NewestProps) {
  const initials = usePatientInitials(newest.map(({ SubjectId }) => SubjectId));
  const now = new Date(useNow());
  return byDayAndRecord(newest).map(({ day, items }) => (
    <section key={day} aria-label={dayName(day, now)}>
      <h3 className="soft small label">{dayName(day, now)}</h3>
      <ul>
        {items.map(({ notification, isFirstOfRecord }) => (
          <Guarded key={notification.Id} record={notification} within="li">
            <NotificationLine
              notification={notification}
              patient={isFirstOfRecord ? initials.get(notification.SubjectId) : undefined}
              onFollow={onFollow}
            />
          </Guarded>
        ))}
      </ul>
    </section>
  ));
}

interface NotificationLineProps {
  notification: UserNotification;
  /** Shows the initials unless the line before already does. */
  patient: string | undefined;
  onFollow: () => void;
}

function NotificationLine({ notification, patient, onFollow }: NotificationLineProps) {
  const read = useReadOne(notification);
  const now = useNow();
  function follow() {
    onFollow();
    read.run();
  }
  return (
    <li className={styles['notice']} data-unread={notification.ReadAt === null}>
      <b>{patient}</b>
      <NotificationLink notification={notification} onFollow={follow}>
        {' '}
        <span className="soft small">{formatAge(notification.CreatedAt, now)}</span>
      </NotificationLink>
    </li>
  );
}

function MessagesOfThisTab() {
  const messages = useMessageLog();
  if (messages.length === 0) return null;
  return (
    <>
      <h2 className="small">Messages since this tab was opened</h2>
      <ul>
        {messages.map(({ kind, text, at }) => (
          <li key={`${at.getTime()}${text}`} className={styles['message']}>
            {kind === 'error' && <b className="wrong">Error: </b>}
            {text} <span className="soft small">{formatClock(at.toISOString())}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
