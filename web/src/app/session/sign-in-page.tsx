import { useState } from 'react';
import { signInError } from './sign-in-error.ts';
import styles from './sign-in-page.module.css';

interface SignInPageProps {
  /** The error of the last attempt, unchanged. */
  error: string | undefined;
  onSignIn: () => Promise<void>;
}

/** Uses no component library, so that the button appears before the application has loaded. */
export function SignInPage({ error, onSignIn }: SignInPageProps) {
  const [isLeaving, setLeaving] = useState(false);
  const [failure, setFailure] = useState<string | undefined>();
  const shown = failure ?? error;

  async function signIn() {
    setLeaving(true);
    setFailure(undefined);
    try {
      await onSignIn();
    } catch (thrown) {
      setLeaving(false);
      setFailure(signInError(thrown));
    }
  }

  return (
    <main className={styles['page']}>
      <div className={styles['box']}>
        <img src="/handoff.svg" alt="" width="44" height="44" />
        <h1>Handoff</h1>
        <p>Referral intake for home care and hospice agencies.</p>
        {shown !== undefined && (
          <p role="alert" className={styles['error']}>
            {shown}
          </p>
        )}
        <button type="button" onClick={() => void signIn()} aria-busy={isLeaving}>
          {isLeaving ? 'Signing in…' : 'Sign in'}
        </button>
        <p className={styles['hint']}>You sign in with your organization’s account.</p>
      </div>
    </main>
  );
}
