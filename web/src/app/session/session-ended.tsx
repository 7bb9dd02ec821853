import { Button } from '@mantine/core';
import { useState } from 'react';
import { createPortal } from 'react-dom';
import { useSWRConfig } from 'swr';
import { Cover } from './cover.tsx';
import { errorMessage, type Session } from './session.ts';
import styles from './session.module.css';

/** The sign-in has run out: the application stays as it is underneath, with what was typed in it. */
export function SessionEnded({ session, onBack }: { session: Session; onBack: () => void }) {
  const { mutate } = useSWRConfig();
  const [isPending, setPending] = useState(false);
  const [trouble, setTrouble] = useState('');

  async function signInAgain(): Promise<void> {
    setPending(true);
    setTrouble('');
    try {
      await session.signInAgain();
      onBack();
      await mutate(Array.isArray);
    } catch (error) {
      setTrouble(errorMessage(error));
      setPending(false);
    }
  }

  return createPortal(
    <Cover title="Your session has ended" trouble={trouble}>
      <p className="soft">Sign in again to go on where you were. What was typed is still there.</p>
      <div className={styles['actions']}>
        <Button loading={isPending} onClick={() => void signInAgain()}>
          Sign in
        </Button>
        <Button variant="default" onClick={() => void session.signOut()}>
          Sign out
        </Button>
      </div>
    </Cover>,
    document.body,
  );
}
