import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState } from 'react';
import { useSWRConfig } from 'swr';
import type { RealtimeMessage } from '@handoff/shared/contract/realtime';
import type { Presence } from '@handoff/shared/domain/referral/presence';
import { isFinished } from '@handoff/shared/domain/address/import-progress';
import type { Liveness, RealtimeOptions } from './realtime.ts';
import type { Records } from '../records/store.ts';
import { outbox } from '../send/outbox.ts';
import { useApi } from '../use-api.ts';
import { type Hint, isTouchedBy } from '../records/use-read.ts';
import { useCurrentPerson } from '../current-person.ts';

/** The live news of each kind. */
interface News {
  /** Readings refresh without it. */
  message: RealtimeMessage;
  /** Gathered changes, for a list that looks up its rows. */
  hints: readonly Hint[];
  /** The presence of others at a referral that this person has open. */
  presence: Presence;
}

type Listeners = { [Kind in keyof News]: Set<(news: News[Kind]) => void> };

interface Live {
  liveness: Liveness;
  /** Counts the connects and reconnects. */
  connects: number;
  listeners: Listeners;
}

const notYet = (): Live => ({
  liveness: 'connecting',
  connects: 0,
  listeners: { message: new Set(), hints: new Set(), presence: new Set() },
});
const LiveContext = createContext(notYet());

export const useLiveness = (): Liveness => use(LiveContext).liveness;

/** Counts the connects, for components that send something again after each. */
export const useConnects = (): number => use(LiveContext).connects;

export function useLiveNews<Kind extends keyof News>(kind: Kind, listener: (news: News[Kind]) => void): void {
  const listeners = use(LiveContext).listeners[kind];
  const latest = useEffectEvent(listener);
  useEffect(() => {
    const deliver = (news: News[Kind]) => latest(news);
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
  const [live, setLive] = useState(notYet);
  const { liveness, listeners } = live;

  const ownChange = useEffectEvent(onOwnChange);

  useEffect(() => {
    const startedAt = performance.now();
    let isFirst = true;
    const changes = followChanges({
      ownId,
      records,
      act(hints) {
        void mutate((key) => hints.some((hint) => isTouchedBy(key, hint)));
        for (const listener of listeners.hints) listener(hints);
      },
    });
    const closing = new AbortController();
    const options: RealtimeOptions = {
      client,
      onLiveness: (next) => setLive((former) => ({ ...former, liveness: next })),
      onMessage(message) {
        if (!isStep(message)) void changes.hear(message);
        if (message.topic === 'user' && message.id === ownId) void ownChange();
        for (const listener of listeners.message) listener(message);
      },
      onPresence(presence) {
        for (const listener of listeners.presence) listener(presence);
      },
      onConnected() {
        setLive((former) => ({ ...former, connects: former.connects + 1 }));
        const isQuickStart = isFirst && performance.now() - startedAt < QUICK_START_MS;
        isFirst = false;
        if (!isQuickStart) void mutate(Array.isArray);
      },
    };
    void import('./realtime.ts').then(({ keepConnected }) => keepConnected(options, closing.signal));
    return () => {
      changes.stop();
      closing.abort();
    };
  }, [client, records, ownId, listeners, mutate]);

  useEffect(() => {
    outbox.setCut(liveness === 'offline');
    const onOnline = () => outbox.look();
    addEventListener('online', onOnline);
    return () => removeEventListener('online', onOnline);
  }, [liveness]);

  return <LiveContext value={live}>{children}</LiveContext>;
}

/** The message carries the progress of an import, so only its end is read. */
const isStep = ({ progress }: RealtimeMessage) => progress !== undefined && !isFinished(progress.status);

/** The hint of an own write arrives within this time. */
const LATEST_HINT_MS = 10_000;

interface Following {
  ownId: string;
  records: Pick<Records, 'follow'>;
  act: (hints: Hint[]) => void;
}

/**
 * Makes hints of live messages and of own writes. The message about an own write is skipped, because the answer has
 * already updated the screens.
 */
export function followChanges({ ownId, records, act }: Following) {
  const gathered = gatherHints(act);
  let expected: { id: string; since: number }[] = [];
  const unfollow = records.follow((changes) => {
    const heardAt = performance.now();
    for (const change of changes) {
      expected.push({ id: change.id, since: heardAt });
      gathered.add({ ...change, heardAt });
    }
  });

  function isExpected(id: string): boolean {
    expected = expected.filter(({ since }) => performance.now() - since < LATEST_HINT_MS);
    const at = expected.findIndex((each) => each.id === id);
    if (at >= 0) expected.splice(at, 1);
    return at >= 0;
  }

  return {
    async hear({ topic, id, by }: Pick<RealtimeMessage, 'topic' | 'id' | 'by'>): Promise<void> {
      const heardAt = performance.now();
      if (by === ownId) await outbox.settled(OWN_WRITE_MS);
      if (by !== ownId || !isExpected(id)) gathered.add({ topic, id, heardAt });
    },
    stop() {
      unfollow();
      gathered.stop();
    },
  };
}

/** Hints that follow within this time are handled together. */
const GATHER_MS = 400;

/** Handles the first hint at once and gathers those that follow. */
function gatherHints(act: (hints: Hint[]) => void) {
  let hints: Hint[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  function next() {
    const gathered = hints;
    hints = [];
    timer = gathered.length > 0 ? setTimeout(next, GATHER_MS) : undefined;
    if (gathered.length > 0) act(gathered);
  }
  return {
    add(hint: Hint) {
      hints.push(hint);
      if (timer === undefined) next();
    },
    stop: () => clearTimeout(timer),
  };
}
