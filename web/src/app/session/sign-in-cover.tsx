import { Button } from '@mantine/core';
import { type ReactNode, useState, useSyncExternalStore } from 'react';
import { signInError } from './sign-in-error.ts';
import { Cover } from './cover.tsx';
import type { Session } from './session.ts';

interface SignInCoverProps {
  title: string;
  session: Session;
  onBack: () => void;
  onSignOut: () => void;
  children: ReactNode;
}

/**
 * Covers the application until its person has signed in again, in a popup or, where popups are blocked, by redirect.
 */
export function SignInCover({ title, session, onBack, onSignOut, children }: SignInCoverProps) {
  const state = useSyncExternalStore(session.subscribe, session.state);
  const [isPending, setPending] = useState(false);
  const [failure, setFailure] = useState('');
  const trouble = failure || (state.kind === 'ended' ? state.trouble : '');

  async function attempt(signIn: () => Promise<void>): Promise<void> {
    setPending(true);
    setFailure('');
    try {
      await signIn();
    } catch (error) {
      setFailure(signInError(error));
      setPending(false);
    }
  }
  const inWindow = () => attempt(() => session.signInAgain().then(onBack));

  return (
    <Cover title={title} trouble={trouble}>
      {trouble !== '' && (
        <p className="soft">
          Open the window to go on with everything you typed. “Sign in again” loads this page again, with your
          saved drafts.
        </p>
      )}
      {trouble === '' && state.kind === 'asking' && (
        <p className="soft">Finish signing in in the window that opened. What you typed is still here.</p>
      )}
      {trouble === '' && state.kind !== 'asking' && children}
      <div className="bar">
        <Button
          variant={failure === '' ? 'filled' : 'default'}
          loading={isPending}
          onClick={() => void inWindow()}
        >
          {trouble === '' ? 'Sign in' : 'Open the window'}
        </Button>
        {trouble !== '' && (
          <Button
            variant={failure === '' ? 'default' : 'filled'}
            onClick={() => void attempt(session.signInHere)}
          >
            Sign in again
          </Button>
        )}
        <Button onClick={onSignOut}>Sign out</Button>
      </div>
    </Cover>
  );
}
