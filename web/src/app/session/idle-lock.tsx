import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { errorText } from '../../lib/api/call-error.ts';
import { useCurrentPerson } from '../../lib/current-person.ts';
import { useApi } from '../../lib/api/use-api.ts';
import { Cover } from './cover.tsx';
import { type Idleness, type IdleWatch, watchIdleness } from './idle-watch.ts';
import styles from './session.module.css';

/** ASVS 7.3.1: a screen that is left alone does not show patients. What was typed stays, in memory. */
export function IdleLock() {
  const { idleness, resume } = useIdle();
  if (idleness.kind === 'active') return null;
  return createPortal(
    idleness.kind === 'warning' ? (
      <Countdown seconds={idleness.seconds} onStay={resume} />
    ) : (
      <Locked onContinue={resume} />
    ),
    document.body,
  );
}

function useIdle() {
  const [idleness, setIdleness] = useState<Idleness>({ kind: 'active' });
  const watch = useRef<IdleWatch | undefined>(undefined);
  useEffect(() => {
    watch.current = watchIdleness((now) =>
      setIdleness((former) => (JSON.stringify(former) === JSON.stringify(now) ? former : now)),
    );
    return () => watch.current?.stop();
  }, []);
  return { idleness, resume: () => watch.current?.resume() };
}

function Countdown({ seconds, onStay }: { seconds: number; onStay: () => void }) {
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div className={styles['warning']} role="alert">
      <p>
        {/* Said once; the seconds are for the eye. */}
        Nobody seems to be here. The screen locks in{' '}
        <span className="number" aria-hidden="true">
          {clock}
        </span>
        <VisuallyHidden>two minutes</VisuallyHidden>.
      </p>
      <Button size="xs" onClick={onStay}>
        I am here
      </Button>
    </div>
  );
}

function Locked({ onContinue }: { onContinue: () => void }) {
  const { client } = useApi();
  const { name, signOut } = useCurrentPerson();
  const [isPending, setPending] = useState(false);
  const [trouble, setTrouble] = useState('');

  async function goOn(): Promise<void> {
    setPending(true);
    setTrouble('');
    try {
      await client.token({ forceRefresh: true });
      onContinue();
    } catch (error) {
      setTrouble(errorText(error));
      setPending(false);
    }
  }

  return (
    <Cover title="Locked" trouble={trouble}>
      <p className="soft">
        Nobody used Handoff for 15 minutes. {name} is still signed in; what was typed is still there.
      </p>
      <div className={styles['actions']}>
        <Button loading={isPending} onClick={() => void goOn()}>
          Continue
        </Button>
        <Button variant="default" onClick={signOut}>
          Sign out
        </Button>
      </div>
    </Cover>
  );
}
