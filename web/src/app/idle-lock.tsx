import { Button } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { errorText } from '../lib/call-error.ts';
import { useCurrentPerson } from '../lib/current-person.ts';
import { useApi } from '../lib/use-api.ts';
import { useIdle } from './use-idle.ts';
import './idle-lock.css';

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

function Countdown({ seconds, onStay }: { seconds: number; onStay: () => void }) {
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div className="idle-warning" role="alert">
      <p>
        {/* Said once; the seconds are for the eye. */}
        Nobody seems to be here. The screen locks in{' '}
        <span className="number" aria-hidden="true">
          {clock}
        </span>
        <span className="idle-said">two minutes</span>.
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
  useHiddenApplication();

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
    <dialog open className="lock" aria-modal="true" aria-labelledby="lock-title">
      <img src="/handoff.svg" alt="" width="36" height="36" />
      <h1 id="lock-title">Locked</h1>
      <p className="soft">
        Nobody used Handoff for 15 minutes. {name} is still signed in; what was typed is still there.
      </p>
      {trouble !== '' && (
        <p role="alert" className="lock-trouble">
          {trouble}
        </p>
      )}
      <div className="lock-actions">
        <Button autoFocus loading={isPending} onClick={() => void goOn()}>
          Continue
        </Button>
        <Button variant="default" onClick={signOut}>
          Sign out
        </Button>
      </div>
    </dialog>
  );
}

/** Off the screen and off the keyboard, dialogs included; focus comes back to where it was. */
function useHiddenApplication(): void {
  const before = useRef(document.activeElement);
  useEffect(() => {
    const root = document.documentElement;
    const former = before.current;
    const keepKeys = (event: KeyboardEvent) => event.stopImmediatePropagation();
    root.dataset['locked'] = 'true';
    addEventListener('keydown', keepKeys, { capture: true });
    return () => {
      delete root.dataset['locked'];
      removeEventListener('keydown', keepKeys, { capture: true });
      if (former instanceof HTMLElement) former.focus();
    };
  }, []);
}
