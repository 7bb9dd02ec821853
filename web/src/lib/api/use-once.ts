import { useEffect, useState } from 'react';
import type { Output, ReadEndpoint } from '@handoff/shared/contract/endpoint';
import { asCallError, type CallError } from './call-error.ts';
import type { InputOf } from './prepared-request.ts';
import { useApi } from './use-api.ts';

/**
 * Reads a call when its component appears, and never again by itself: of what is given out, each reading leaves an
 * entry. It is kept nowhere else.
 */
export function useOnce<E extends ReadEndpoint>(endpoint: E, input: InputOf<E>) {
  const { client, domain } = useApi();
  const [asked] = useState(input);
  const [outcome, setOutcome] = useState<{ output?: Output<E>; error?: CallError }>({});

  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    client.call(endpoint, asked, { key: crypto.randomUUID(), domain, signal }).then(
      (output) => setOutcome({ output }),
      (error: unknown) => {
        if (!signal.aborted) setOutcome({ error: asCallError(error) });
      },
    );
    return () => leaving.abort();
  }, [client, domain, endpoint, asked]);

  return outcome;
}
