import '../data/zod-config.ts';
import '../ui/theme/mantine.ts';
import { MantineProvider } from '@mantine/core';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { SWRConfig } from 'swr';
import { createApiClient } from '../data/send/client.ts';
import { CallError } from '../data/send/call-error.ts';
import { createMemory, emptyAgencyMemories } from '../data/memory.ts';
import { TracesContext } from '../data/use-api.ts';
import { AccessGate } from './access-gate.tsx';
import { announceDomainSwitch } from './shell/domain-switch-in-tabs.ts';
import { SessionEnded } from './session/session-ended.tsx';
import type { Session } from './session/session.ts';
import { cssVariables, theme } from '../ui/theme/theme.ts';
import type { WebConfig } from './web-config.ts';

// Loaded with the first page: after the connection is lost, it could no longer load to say so.
const Toasts = lazy(async () => ({ default: (await import('../ui/feedback/toasts.tsx')).Toasts }));

interface ApplicationProps {
  session: Session;
  config: WebConfig;
  onSignedOut: (reason: string | undefined) => void;
}

/** The application behind the sign-in. */
export function Application({ session, config, onSignedOut }: ApplicationProps) {
  const [ended, setEnded] = useState<string | undefined>();
  const [starts, setStarts] = useState(0);
  useEffect(() => emptyAgencyMemories, []);
  const signInState = useSyncExternalStore(session.subscribe, session.state);
  const client = useMemo(
    () =>
      createApiClient({
        base: config.apiBase,
        session,
        onSignedOut: (reason) => !session.isLeaving() && setEnded(reason),
        onDomainChanged: announceDomainSwitch,
        // Answers still on their way under the former access count as the same loss.
        onAccessLost: () => setStarts(starts + 1),
      }),
    [config, session, starts],
  );
  return (
    <MantineProvider theme={theme} cssVariablesResolver={cssVariables} defaultColorScheme="auto">
      {/* Drops everything that was read when access is lost. */}
      <SWRConfig key={starts} value={readingRules}>
        <TracesContext value={config.traces}>
          <AccessGate client={client} session={session} onTurnedAway={() => onSignedOut(ended)} />
        </TracesContext>
        {(ended !== undefined || signInState.kind !== 'signed-in') && (
          <SessionEnded session={session} onBack={() => setEnded(undefined)} />
        )}
      </SWRConfig>
      <Suspense>
        <Toasts />
      </Suspense>
    </MantineProvider>
  );
}

/** More than any page shows at once: a screen on the wall of an office stays open for weeks. */
const MOST_READINGS = 300;

// The client repeats lost requests by itself. Of the rest only temporary failures are retried, slowly.
const readingRules = {
  provider: () => createMemory<object>(MOST_READINGS),
  errorRetryInterval: 10_000,
  shouldRetryOnError: (error: unknown) =>
    !(error instanceof CallError) || error.status === undefined || error.status >= 500,
  focusThrottleInterval: 15_000,
};
