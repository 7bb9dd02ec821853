import { useEffect, useSyncExternalStore } from 'react';
import { outbox } from '../../data/send/outbox.ts';
import { slowCalls } from '../../data/send/slow-calls.ts';
import { plural } from '../../text/format.ts';
import { useLiveness } from '../../data/live/live.tsx';
import type { Liveness } from '../../data/live/realtime.ts';
import styles from './connection-light.module.css';

const words: Record<Liveness | 'slow', { label: string; meaning: string }> = {
  connecting: { label: 'Connecting', meaning: 'Connecting to live updates' },
  live: { label: 'Live', meaning: 'Changes by others appear automatically' },
  reconnecting: { label: 'Reconnecting', meaning: 'Changes by others appear once the connection is back' },
  slow: { label: 'No answer yet', meaning: 'The service has not answered for more than 3 seconds' },
  offline: { label: 'Offline', meaning: 'No connection. What you see may be out of date' },
};

export function ConnectionLight() {
  const connection = useLiveness();
  const isSlow = useSyncExternalStore(slowCalls.subscribe, () => slowCalls.count() > 0);
  const liveness = isSlow && connection === 'live' ? 'slow' : connection;
  const waiting = useWaitingWrites();
  const { label, meaning } = words[liveness];
  return (
    <output
      className={`soft small ${styles['light']}`}
      data-liveness={liveness}
      title={waiting === 0 ? meaning : `${plural(waiting, 'change')} of yours ${kept}`}
    >
      <span className={styles['mark']} />
      <span className={styles['label']} data-waiting={waiting > 0 || undefined}>
        {waiting === 0 ? (
          label
        ) : (
          <>
            <span className={styles['state']}>{liveness === 'live' ? 'Sending' : label}, </span>
            {waiting} waiting
          </>
        )}
      </span>
    </output>
  );
}

const kept = 'will be sent in order once the connection is back. Keep this tab open';

/** Writes that have not reached the server exist only in this tab, so leaving asks first. */
function useWaitingWrites(): number {
  const waiting = useSyncExternalStore(outbox.subscribe, () => outbox.waiting());
  const isAny = waiting > 0;
  useEffect(() => {
    if (!isAny) return undefined;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isAny]);
  return waiting;
}
