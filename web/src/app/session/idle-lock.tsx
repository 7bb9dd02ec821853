import { Button, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useCurrentPerson, useIdleMinutes } from '../../data/current-person.ts';
import { noteVisit, useVisitor } from '../../data/last-visit.ts';
import { SignInCover } from './sign-in-cover.tsx';
import type { Session } from './session.ts';
import { type Idleness, type IdleWatch, watchIdleness } from './idle-watch.ts';
import styles from './session.module.css';

interface IdleLockProps {
  session: Session;
  onSignOut: () => void;
}

/** ASVS 7.3.1: an unattended screen shows no patient and opens by signing in. Typed text stays in memory. */
export function IdleLock(props: IdleLockProps) {
  const minutes = useIdleMinutes();
  const { idleness, resume } = useIdle(minutes);
  if (idleness.kind === 'active') return null;
  return createPortal(
    idleness.kind === 'warning' ? (
      <Countdown seconds={idleness.seconds} onStay={resume} />
    ) : (
      <Locked {...props} minutes={minutes} onContinue={resume} />
    ),
    document.body,
  );
}

function useIdle(minutes: number) {
  const [idleness, setIdleness] = useState<Idleness>({ kind: 'active' });
  const visitor = useVisitor();
  const watch = useRef<IdleWatch | undefined>(undefined);
  useEffect(() => {
    watch.current = watchIdleness(minutes, {
      onChange: (now) =>
        setIdleness((former) => (JSON.stringify(former) === JSON.stringify(now) ? former : now)),
      onUse: () => noteVisit(visitor),
    });
    return () => watch.current?.stop();
  }, [minutes, visitor]);
  return { idleness, resume: () => watch.current?.resume() };
}

function Countdown({ seconds, onStay }: { seconds: number; onStay: () => void }) {
  const clock = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  return (
    <div className={`notice bar ${styles['warning']}`} role="alert">
      <p>
        {/* Announced once; screen readers skip the countdown. */}
        You’ve been inactive. The screen locks in{' '}
        <span className="number" aria-hidden="true">
          {clock}
        </span>
        <VisuallyHidden>two minutes</VisuallyHidden>.
      </p>
      <Button variant="filled" size="xs" onClick={onStay}>
        Stay signed in
      </Button>
    </div>
  );
}

interface LockedProps extends IdleLockProps {
  minutes: number;
  onContinue: () => void;
}

function Locked({ minutes, session, onContinue, onSignOut }: LockedProps) {
  const { name } = useCurrentPerson();
  return (
    <SignInCover title="Locked" session={session} onBack={onContinue} onSignOut={onSignOut}>
      <p className="soft">
        Locked after {minutes} minutes without use. {name} can sign in to continue. Unsaved entries are kept.
      </p>
    </SignInCover>
  );
}
