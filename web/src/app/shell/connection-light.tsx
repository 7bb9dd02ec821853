import { Tooltip } from '@mantine/core';
import { useLiveness } from '../../lib/live/live.tsx';
import type { Liveness } from '../../lib/live/realtime.ts';
import styles from './connection-light.module.css';

const words: Record<Liveness, { label: string; meaning: string }> = {
  connecting: { label: 'Connecting', meaning: 'Connecting to live updates' },
  live: { label: 'Live', meaning: 'Changes by others appear automatically' },
  reconnecting: { label: 'Reconnecting', meaning: 'Changes by others appear once the connection is back' },
  offline: { label: 'Offline', meaning: 'No connection. What you see may be out of date' },
};

export function ConnectionLight() {
  const liveness = useLiveness();
  const { label, meaning } = words[liveness];
  return (
    <Tooltip label={meaning} openDelay={300}>
      <output className={styles['light']} data-liveness={liveness}>
        <span className={styles['mark']} />
        <span className={styles['label']}>{label}</span>
      </output>
    </Tooltip>
  );
}
