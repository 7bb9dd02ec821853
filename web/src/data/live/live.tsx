import { createContext, type ReactNode, use, useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import type { Presence } from '@handoff/shared/domain/referral/presence';
import { isFinished } from '@handoff/shared/domain/address/state-file-import';
import { gatherHints } from './gather-hints.ts';
import type { Liveness, RealtimeOptions } from './realtime.ts';
import { queue } from '../send/queue.ts';
import { useApi } from '../use-api.ts';
import { type Hint, isTouchedBy } from '../records/use-read.ts';
import { useCurrentPerson } from '../current-person.ts';

type Listener<T = RealtimeMessage> = (message: T) => void;
type Hints = readonly Hint[];

interface Live {
  liveness: Liveness;
  /** Counts the connects and reconnects. */
  connects: number;
  listeners: Set<Listener>;
  hintListeners: Set<Listener<Hints>>;
  presenceListeners: Set<Listener<Presence>>;
}

const LiveContext = createContext<Live>({
  liveness: 'connecting',
  connects: 0,
  listeners: new Set(),
  hintListeners: new Set(),
  presenceListeners: new Set(),
});

export const useLiveness = (): Liveness => use(LiveContext).liveness;

/** Counts the connects, for components that send something again after each. */
export const useConnects = (): number => use(LiveContext).connects;

/** Delivers every live message; readings refresh without it. */
export function useLiveMessages(listener: Listener): void {
  useListener(use(LiveContext).listeners, listener);
}

/** Delivers gathered changes to a list that looks up its rows. */
export function useHints(listener: Listener<Hints>): void {
  useListener(use(LiveContext).hintListeners, listener);
}

/** Delivers the presence of others at a referral that this person has open. */
export function usePresenceMessages(listener: Listener<Presence>): void {
  useListener(use(LiveContext).presenceListeners, listener);
}

function useListener<T>(listeners: Set<Listener<T>>, listener: Listener<T>): void {
  const latest = useEffectEvent(listener);
  useEffect(() => {
    const deliver: Listener<T> = (message) => latest(message);
    listeners.add(deliver);
    return () => void listeners.delete(deliver);
  }, [listeners]);
}

/** A hint about an own write waits this long for the answer of the write. */
const OWN_WRITE_MS = 1000;

/** After a slower start than this, everything is read again once connected. */
const QUICK_START_MS = 3000;

interface LiveProviderProps {
  /** Called when the user record of this person was changed. */
  onOwnChange: () => Promise<void>;
  children: ReactNode;
}

export function LiveProvider({ onOwnChange, children }: LiveProviderProps) {
  const { client, records } = useApi();
  const { id: ownId } = useCurrentPerson();
  const { mutate } = useSWRConfig();
  const [liveness, setLiveness] = useState<Liveness>('connecting');
  const [connects, setConnects] = useState(0);
  const [listeners] = useState(() => new Set<Listener>());
  const [hintListeners] = useState(() => new Set<Listener<Hints>>());
  const [presenceListeners] = useState(() => new Set<Listener<Presence>>());

  const ownChange = useEffectEvent(onOwnChange);

  useEffect(() => {
    const startedAt = performance.now();
    let isFirst = true;
    const gathered = gatherHints<Hint>((hints) => {
      void mutate((key) => hints.some((hint) => isTouchedBy(key, hint)));
      for (const listener of hintListeners) listener(hints);
    });
    const own = ownHints();
    async function gather({ topic, id, by }: RealtimeMessage) {
      const heardAt = performance.now();
      if (by === ownId) await queue.settled(OWN_WRITE_MS);
      if (by !== ownId || !own.isExpected(id)) gathered.add({ topic, id, heardAt });
    }
    const unfollow = records.follow((changes) => {
      const heardAt = performance.now();
      for (const change of changes) {
        own.expect(change.id);
        gathered.add({ ...change, heardAt });
      }
    });
    const closing = new AbortController();
    const options: RealtimeOptions = {
      client,
      onLiveness: setLiveness,
      onMessage(message) {
        if (!isStep(message)) void gather(message);
        if (message.topic === 'user' && message.id === ownId) void ownChange();
        for (const listener of listeners) listener(message);
      },
      onPresence(presence) {
        for (const listener of presenceListeners) listener(presence);
      },
      onConnected() {
        setConnects((count) => count + 1);
        const isQuickStart = isFirst && performance.now() - startedAt < QUICK_START_MS;
        isFirst = false;
        if (!isQuickStart) void mutate(Array.isArray);
      },
    };
    void import('./realtime.ts').then(({ keepConnected }) => keepConnected(options, closing.signal));
    return () => {
      unfollow();
      gathered.stop();
      closing.abort();
    };
  }, [client, records, ownId, listeners, hintListeners, presenceListeners, mutate]);

  useEffect(() => {
    queue.setCut(liveness === 'offline');
    const onOnline = () => queue.look();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, [liveness]);

  const live = useMemo(
    () => ({ liveness, connects, listeners, hintListeners, presenceListeners }),
    [liveness, connects, listeners, hintListeners, presenceListeners],
  );
  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The message carries the progress of an import, so only its end is read. */
const isStep = ({ progress }: RealtimeMessage) => progress !== undefined && !isFinished(progress.status);

/** The hint of an own write arrives within this time. */
const LATEST_HINT_MS = 10_000;

/** Skips the hints of own writes, whose answers have already updated the screens. */
function ownHints() {
  let expected: { id: string; since: number }[] = [];
  return {
    expect: (id: string) => void expected.push({ id, since: performance.now() }),
    isExpected(id: string): boolean {
      expected = expected.filter(({ since }) => performance.now() - since < LATEST_HINT_MS);
      const at = expected.findIndex((each) => each.id === id);
      if (at >= 0) expected.splice(at, 1);
      return at >= 0;
    },
  };
}
