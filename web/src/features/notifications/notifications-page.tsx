import { IconBell } from '@tabler/icons-react';
import { Button } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { UserNotification } from '@handoff/shared/domain/access/notification';
import { PageHeading } from '../../ui/page-heading.tsx';
import { Bones, EmptyState, ErrorState, StaleNotice } from '../../ui/feedback/page-states.tsx';
import { ListFooter } from '../../ui/feedback/reading.tsx';
import { plural } from '../../text/format.ts';
import { useNow } from '../../data/use-now.ts';
import { usePatientInitials } from '../../data/use-patient-initials.ts';
import { NotificationFilters } from './notification-filters.tsx';
import { NotificationRow } from './notification-row.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { byDayAndRecord, dayName } from './notification-days.ts';
import { useNotifications } from './use-notifications.ts';
import { Guarded } from '../../ui/feedback/guarded.tsx';
import styles from './notifications.module.css';

const route = getRouteApi('/notifications');

export function NotificationsPage() {
  const all = useNotifications();
  const { unread, isLoaded, isReadingAll, readAll } = all;
  return (
    <div className="page">
      <PageHeading title="Notifications">
        <div className="page-head-actions">
          {isLoaded && unread > 0 && (
            <Button loading={isReadingAll} onClick={() => void readAll()}>
              Mark all as read
            </Button>
          )}
        </div>
      </PageHeading>
      <div className={`split ${styles['page']}`}>
        <div>
          <Notifications all={all} />
        </div>
        {isLoaded && <NotificationSettings agency={all.agency} own={all.own} />}
      </div>
    </div>
  );
}

type AllNotifications = ReturnType<typeof useNotifications>;

function Notifications({ all }: { all: AllNotifications }) {
  const { kind, unread } = route.useSearch();
  const { items, error, isLoaded, refresh } = all;
  if (!isLoaded)
    return error ? <ErrorState error={error} onRetry={() => void refresh()} /> : <Bones lines={8} />;

  const shown = items.filter(
    ({ Kind, ReadAt }) => (kind === undefined || Kind === kind) && (unread !== true || ReadAt === null),
  );
  return (
    <>
      <NotificationFilters kinds={[...new Set(items.map(({ Kind }) => Kind))]} unread={all.unread} />
      {error && <StaleNotice error={error} onRetry={() => void refresh()} />}
      {shown.length === 0 ? (
        <NothingToShow isFiltered={items.length > 0} hasMore={all.hasMore} />
      ) : (
        <NotificationList notifications={shown} />
      )}
      {items.length > 0 && (
        <ListFooter
          of={all}
          text={`${shown.length === items.length ? '' : `${shown.length} of `}${plural(items.length, 'notification')}`}
        />
      )}
    </>
  );
}

interface NotificationListProps {
  notifications: readonly UserNotification[];
}

function NotificationList({ notifications }: NotificationListProps) {
  const initials = usePatientInitials(notifications.map(({ SubjectId }) => SubjectId));
  const now = new Date(useNow());
  return byDayAndRecord(notifications).map(({ day, items }) => (
    <section key={day} aria-labelledby={`day-${day}`}>
      <h2 id={`day-${day}`} className="section-title soft small label">
        {dayName(day, now)}
      </h2>
      <ul>
        {items.map(({ notification, isFirstOfRecord }) => (
          <Guarded key={notification.Id} record={notification} within="li">
            <NotificationRow
              notification={notification}
              patient={isFirstOfRecord ? initials.get(notification.SubjectId) : undefined}
            />
          </Guarded>
        ))}
      </ul>
    </section>
  ));
}

function NothingToShow({ isFiltered, hasMore }: { isFiltered: boolean; hasMore: boolean }) {
  if (!isFiltered)
    return (
      <EmptyState icon={IconBell} title="No notifications">
        When someone assigns you a referral, names you in a note or decides on what you recorded, it stands
        here.
      </EmptyState>
    );
  return (
    <EmptyState
      title={hasMore ? 'No match among those loaded' : 'No match'}
      actions={
        <Link to="/notifications" search={{}} className="link">
          Show all
        </Link>
      }
    />
  );
}
