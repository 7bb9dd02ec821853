import { PRESENCE_GONE_SECONDS, type Presence } from '@handoff/shared/domain/referral/presence';

interface Heard {
  presence: Presence;
  /** In milliseconds of this tab's own clock. */
  at: number;
}

/** Who else is at a referral, by what was heard of them lately. */
export function createOthersHere({ me, tab }: { me: string; tab: string }) {
  const heard = new Map<string, Heard>();

  return {
    /** True: say again that one is here, someone does not know it. */
    hear(presence: Presence, now: number): boolean {
      const { TabId, Turn, State, Person } = presence;
      if (TabId === tab) return false;
      // Another tab of one's own has taken both out of the group.
      if (Person.Id === me) return State === 'left';
      const former = heard.get(TabId);
      if (former && former.presence.Turn >= Turn) return false;
      heard.set(TabId, { presence, at: now });
      return State !== 'left' && (former === undefined || former.presence.State === 'left');
    },

    /** One line for each person: what they edit counts before what they look at. */
    present(now: number): Presence[] {
      for (const [key, { at }] of heard) if (now - at > PRESENCE_GONE_SECONDS * 1000) heard.delete(key);
      const people = new Map<string, Presence>();
      for (const { presence } of heard.values()) {
        const { Person, State } = presence;
        if (State !== 'left' && people.get(Person.Id)?.State !== 'editing') people.set(Person.Id, presence);
      }
      return [...people.values()].toSorted((a, b) => a.Person.FullName.localeCompare(b.Person.FullName));
    },
  };
}
