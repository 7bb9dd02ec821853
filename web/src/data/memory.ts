/** Remembers the entries of this tab that were used last. SWR takes it as its cache. */
export function createMemory<T>(most: number) {
  const entries = new Map<string, T>();

  function set(name: string, value: T): void {
    entries.delete(name);
    entries.set(name, value);
    const [oldest] = entries.keys();
    if (entries.size > most && oldest !== undefined) entries.delete(oldest);
  }

  return {
    /** A copy, because `get` changes the order. */
    keys: () => [...entries.keys()].values(),
    get(name: string): T | undefined {
      const value = entries.get(name);
      if (value !== undefined) set(name, value);
      return value;
    },
    set,
    delete: (name: string) => void entries.delete(name),
    clear: () => entries.clear(),
  };
}

const ofAgency = new Set<{ clear: () => void }>();

/** A memory of patient data, which a switch of the agency and a sign-out empty. */
export function createAgencyMemory<T>(most: number) {
  const memory = createMemory<T>(most);
  ofAgency.add(memory);
  return memory;
}

export function emptyAgencyMemories(): void {
  for (const memory of ofAgency) memory.clear();
}

/**
 * Names a request by a hash of 53 bits (cyrb53), because the name of an entry must not hold what a person searched for,
 * such as a patient's number.
 */
export function digestOf(value: unknown): string {
  let [low, high] = [0xdeadbeef, 0x41c6ce57];
  for (const letter of JSON.stringify(value) ?? '') {
    const code = letter.codePointAt(0) ?? 0;
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return (4294967296 * (2097151 & high) + (low >>> 0)).toString(36);
}
