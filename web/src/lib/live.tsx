import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import { type Liveness, openRealtime } from './realtime.ts';
import { isTouchedBy } from './touched-readings.ts';
import { useApi } from './use-api.ts';

type Listener = (message: RealtimeMessage) => void;

interface Live {
  liveness: Liveness;
  /** Rises with every (re)connect. */
  connects: number;
  listeners: Set<Listener>;
}

const LiveContext = createContext<Live>({ liveness: 'connecting', connects: 0, listeners: new Set() });

export const useLiveness = (): Liveness => use(LiveContext).liveness;

/** Rises with every (re)connect: what keeps its own data, beside use-read, reads it anew then. */
export const useConnects = (): number => use(LiveContext).connects;

/** Hints for a component that keeps its own data; readings of use-read refresh by themselves. */
export function useLiveMessages(listener: Listener): void {
  const { listeners } = use(LiveContext);
  const latest = useEffectEvent(listener);
  useEffect(() => {
    const deliver: Listener = (message) => latest(message);
    listeners.add(deliver);
    return () => void listeners.delete(deliver);
  }, [listeners]);
}

/** At most one re-read of the same thing in this time, however many hints arrive. */
const GATHER_MS = 400;

export function LiveProvider({ children }: { children: ReactNode }) {
  const { client } = useApi();
  const { mutate } = useSWRConfig();
  const [liveness, setLiveness] = useState<Liveness>('connecting');
  const [connects, setConnects] = useState(0);
  const [listeners] = useState(() => new Set<Listener>());

  useEffect(() => {
    const gathered = gather((messages) => mutate((key) => messages.some((each) => isTouchedBy(key, each))));
    const realtime = openRealtime({
      base: client.base,
      token: () => client.token(),
      onLiveness: setLiveness,
      onMessage(message) {
        gathered.add(message);
        for (const listener of listeners) listener(message);
      },
      onConnected() {
        setConnects((count) => count + 1);
        void mutate(Array.isArray);
      },
    });
    return () => {
      gathered.stop();
      realtime.close();
    };
  }, [client, listeners, mutate]);

  const live = useMemo(() => ({ liveness, connects, listeners }), [liveness, connects, listeners]);
  return <LiveContext value={live}>{children}</LiveContext>;
}

function gather(refresh: (messages: RealtimeMessage[]) => Promise<unknown>) {
  let messages: RealtimeMessage[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  return {
    add(message: RealtimeMessage) {
      messages.push(message);
      timer ??= setTimeout(() => {
        const gathered = messages;
        messages = [];
        timer = undefined;
        void refresh(gathered);
      }, GATHER_MS);
    },
    stop: () => clearTimeout(timer),
  };
}
