import { createPortal } from 'react-dom';
import { useSWRConfig } from 'swr';
import { SignInCover } from './sign-in-cover.tsx';
import type { Session } from './session.ts';

/** Covers the application after the sign-in has expired. Typed text stays underneath. */
export function SessionEnded({ session, onBack }: { session: Session; onBack: () => void }) {
  const { mutate } = useSWRConfig();
  return createPortal(
    <SignInCover
      title="Your session has ended"
      session={session}
      onBack={() => {
        onBack();
        void mutate(Array.isArray);
      }}
      onSignOut={() => void session.signOut()}
    >
      <p className="soft">Sign in again to continue. What you typed is still there.</p>
    </SignInCover>,
    document.body,
  );
}
