import { useEffect, useEffectEvent, useState } from 'react';
import { realtimeApi } from '@handoff/shared/contract/realtime';
import {
  PRESENCE_ALONE_SECONDS,
  PRESENCE_EVERY_SECONDS,
  type Presence,
} from '@handoff/shared/domain/referral/presence';
import { useApi } from '../../../data/use-api.ts';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { useConnects, useLiveNews } from '../../../data/live/live.tsx';
import { createOthersHere } from './others-here.ts';

const TAB = crypto.randomUUID();
let turn = 0;

interface Place {
  known: ReturnType<typeof createOthersHere>;
  leaving?: ReturnType<typeof setTimeout>;
}
/** Moving between two pages of the same referral does not count as leaving. */
const places = new Map<string, Place>();
const LEFT_AFTER_MS = 400;
/** Browsers throttle a background tab so much that it would soon count as gone. */
const AWAY_AFTER_MS = 240_000;

interface Said {
  doing: Pick<Presence, 'State' | 'Section'>;
  /** A new connection announces itself again, because messages may have been missed. */
  connection: number;
}

/** Tells the others at a referral that this person is here and what they do, and receives the same from them. */
export function usePresence(id: string, { State, Section }: Said['doing']): readonly Presence[] {
  const { client } = useApi();
  const me = useCurrentPerson().id;
  const connection = useConnects();
  const [place] = useState(() => places.get(id) ?? { known: createOthersHere({ me, tab: TAB }) });
  const { known } = place;
  const [others, setOthers] = useState<readonly Presence[]>(() => known.present(performance.now()));
  const [loop] = useState(createLoop);

  const look = useEffectEvent(() => {
    const present = known.present(performance.now());
    if (lineOf(present) !== lineOf(others)) setOthers(present);
    return present.length;
  });
  const tell = useEffectEvent((doing: Said['doing']) => {
    turn += 1;
    const body = { ReferralId: id, TabId: TAB, Turn: turn, ...doing };
    // A switch of the agency also leaves, which is no conflict; the others notice the silence.
    return client.call(realtimeApi.presence, { body }, doing.State === 'left' ? { domain: undefined } : {});
  });
  const beat = useEffectEvent(async ({ doing }: Said) => {
    const answer = await tell(doing).catch(() => undefined);
    if (answer?.IsShown === false) return undefined;
    return answer && look() === 0 ? PRESENCE_ALONE_SECONDS : PRESENCE_EVERY_SECONDS;
  });

  useLiveNews('presence', (presence) => {
    if (presence.ReferralId !== id) return;
    if (known.hear(presence, performance.now())) loop.now();
    look();
  });

  useEffect(() => {
    clearTimeout(place.leaving);
    places.set(id, place);
    loop.start((said) => beat(said));
    const looking = setInterval(() => look(), 1000);
    let away: ReturnType<typeof setTimeout> | undefined;
    const leave = () => void tell({ State: 'left', Section: null }).catch(() => undefined);
    const goAway = () => {
      loop.stop();
      leave();
    };
    function onVisibility() {
      clearTimeout(away);
      if (document.hidden) away = setTimeout(goAway, AWAY_AFTER_MS);
      else loop.start((said) => beat(said));
    }
    document.addEventListener('visibilitychange', onVisibility);
    return () => {
      document.removeEventListener('visibilitychange', onVisibility);
      clearTimeout(away);
      clearInterval(looking);
      loop.stop();
      place.leaving = setTimeout(() => {
        places.delete(id);
        leave();
      }, LEFT_AFTER_MS);
    };
  }, [id, place, loop]);

  useEffect(() => loop.say({ doing: { State, Section }, connection }), [loop, State, Section, connection]);

  return others;
}

const lineOf = (present: readonly Presence[]) =>
  present.map(({ Person, State, Section }) => `${Person.Id} ${State} ${Section ?? ''}`).join();

/** Repeats the last message after as many seconds as the answer says; undefined stops it. */
function createLoop() {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let send: ((said: Said) => Promise<number | undefined>) | undefined;
  let said: Said | undefined;

  async function now(): Promise<void> {
    clearTimeout(timer);
    const running = send;
    // Before the first connection no messages arrive.
    if (!running || !said || said.connection === 0) return;
    const seconds = await running(said);
    if (seconds === undefined || running !== send) return;
    clearTimeout(timer);
    timer = setTimeout(() => void now(), seconds * 1000);
  }

  return {
    now: () => void now(),
    say(next: Said) {
      said = next;
      void now();
    },
    start(next: typeof send) {
      send = next;
      void now();
    },
    stop() {
      send = undefined;
      clearTimeout(timer);
    },
  };
}
