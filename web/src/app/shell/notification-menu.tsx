import { ActionIcon } from '@mantine/core';
import { IconBell } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import { useNotifications, useReadWhatIsSeen } from '../../features/notifications/use-notifications.ts';
import { Popup } from '../../ui/popup.tsx';
import styles from './notification-menu.module.css';

const NotificationList = lazy(async () => ({
  default: (await import('./notification-list.tsx')).NotificationList,
}));

/** Notifications for this person, and the toasts of this tab. */
export function NotificationMenu() {
  const [isOpen, setOpen] = useState(false);
  const all = useNotifications();
  const { unread, addressed } = all;
  useReadWhatIsSeen(all, useParams({ strict: false, select: ({ id, importId }) => id ?? importId }));
  const label = unread === 0 ? 'Notifications' : `Notifications, ${unread} unread, ${addressed} for you`;
  return (
    <Popup
      label="Notifications"
      width={260}
      isOpen={isOpen}
      onToggle={setOpen}
      renderButton={(opener) => (
        <ActionIcon {...opener} className={styles['button']} size="lg" aria-label={label}>
          <IconBell size={16} aria-hidden="true" />
          {addressed > 0 && (
            <span className={`strong small ${styles['count']} number`}>
              {addressed > 99 ? '99+' : addressed}
            </span>
          )}
          {addressed === 0 && unread > 0 && <span className={styles['dot']} />}
        </ActionIcon>
      )}
    >
      <div className={styles['list']} tabIndex={-1} data-autofocus>
        <Suspense>
          <NotificationList all={all} onFollow={() => setOpen(false)} />
        </Suspense>
      </div>
    </Popup>
  );
}
