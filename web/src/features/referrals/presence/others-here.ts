import { PRESENCE_GONE_SECONDS, type Presence } from '@handoff/shared/domain/referral/presence';

interface Heard {
  presence: Presence;
  /** Milliseconds of this tab's own clock. */
  at: number;
}

/** The other people at a referral, according to recent messages. */
export function createOthersHere({ me, tab }: { me: string; tab: string }) {
  const heard = new Map<string, Heard>();

  return {
    /** Returns true when the sender does not know about this tab yet and should be answered. */
    hear(presence: Presence, now: number): boolean {
      const { TabId, Turn, State, Person } = presence;
      if (TabId === tab) return false;
      // When another tab of the same person leaves, the group drops both tabs.
      if (Person.Id === me) return State === 'left';
      const former = heard.get(TabId);
      if (former && former.presence.Turn >= Turn) return false;
      heard.set(TabId, { presence, at: now });
      return State !== 'left' && (former === undefined || former.presence.State === 'left');
    },

    /** One entry per person; a section being edited wins over one being viewed. */
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
