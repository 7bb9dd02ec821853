import { lazy, Suspense, useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { signInError } from './session/sign-in-error.ts';
import { loadMsal, openSession, type Session } from './session/session.ts';
import { SignInPage } from './session/sign-in-page.tsx';
import { fetchWebConfig, type WebConfig } from './web-config.ts';

// The application loads on demand, so that the sign-in button appears without it.
const loadApplication = () => import('./application.tsx');
const Application = lazy(async () => ({ default: (await loadApplication()).Application }));

type Stage =
  | { name: 'starting' }
  | { name: 'leaving' }
  | { name: 'signed-out'; error?: string | undefined }
  | { name: 'signed-in'; session: Session; config: WebConfig };

export function Entry() {
  const [stage, setStage] = useState<Stage>({ name: 'starting' });
  const [starting] = useState(startSession);

  useEffect(() => {
    starting.then(
      ({ session, config }) => {
        setStage(session.account ? signedIn(session, config) : signedOut(undefined));
        session.onSignOutElsewhere(() => {
          sessionStorage.clear();
          // Unmounts first, so that nothing asks before leaving, then reloads to clear memory.
          flushSync(() => setStage({ name: 'leaving' }));
          history.replaceState(null, '', '/');
          location.reload();
        });
      },
      (error: unknown) => setStage(signedOut(signInError(error))),
    );
  }, [starting]);

  if (stage.name === 'signed-in')
    return (
      <Suspense fallback={null}>
        <Application {...stage} onSignedOut={(reason) => setStage(signedOut(reason))} />
      </Suspense>
    );
  // A person who returns from signing in, or opens a link, sees the application next and no sign-in button first.
  if (stage.name === 'leaving' || (stage.name === 'starting' && isOnTheWayIn())) return null;
  const error = stage.name === 'signed-out' ? stage.error : undefined;
  return (
    <SignInPage
      error={error}
      // After a refused sign-in, the session that the browser remembers would be refused again.
      onSignIn={async () => (await starting).session.signIn({ again: error !== undefined })}
    />
  );
}

async function startSession() {
  // Whoever is on the way in needs it next, so it does not wait for the sign-in. If this fails, React loads it again.
  if (isOnTheWayIn()) loadApplication().catch(() => undefined);
  const [config, msal] = await Promise.all([fetchWebConfig(), loadMsal()]);
  return { session: await openSession(config, msal), config };
}

const RETURN_TO = 'handoff.return-to';

function isOnTheWayIn(): boolean {
  const hasTokens = Object.keys(sessionStorage).some((name) => name.startsWith('msal.'));
  return location.pathname !== '/' || location.hash !== '' || hasTokens;
}

/** Sends a signed-out person to the root path; signing in returns to the page that they wanted. */
function signedOut(error: string | undefined): Stage {
  if (location.pathname !== '/') sessionStorage.setItem(RETURN_TO, location.pathname + location.search);
  history.replaceState(null, '', '/');
  return { name: 'signed-out', error };
}

function signedIn(session: Session, config: WebConfig): Stage {
  const wanted = sessionStorage.getItem(RETURN_TO);
  sessionStorage.removeItem(RETURN_TO);
  if (wanted !== null && location.pathname === '/') history.replaceState(null, '', wanted);
  return { name: 'signed-in', session, config };
}
