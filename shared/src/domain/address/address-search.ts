import { streetMatcher } from './street-match.ts';
import { normalizeStreet } from './street-words.ts';
import { CLOSE, corrected, readingsOf, ruleCosts, type Reading, type StreetRule } from './typed-address.ts';

/** An address in the file that may be the typed one, or its street there with a number that the file lacks. */
export interface AddressMatch {
  address: string;
  /** All the ways in which it differs from the input; `exact` alone when it does not. */
  rules: readonly StreetRule[];
  /** The typed unit, which address files do not have. */
  unit: string;
}

export interface AddressSearch {
  /** The closest addresses, best first. */
  search: (typed: string) => AddressMatch[];
  /** Streets of typed addresses whose number the file lacks, such as a new house. None counts as found. */
  nearStreets: (typed: string) => AddressMatch[];
}

const MAX_SHOWN = 50;

/**
 * Searches the addresses of one ZIP code, each a house number and a street as the import writes them. Numbers and
 * streets are separated once: a state's largest ZIP code has 37,000 addresses and 2,500 streets.
 */
export function addressSearch(addresses: readonly string[]): AddressSearch {
  const streets = streetsOf(addresses);
  const numbersOf = [...streets.values()];
  const names = [...streets.keys()];
  const match = streetMatcher(names);
  return { search, nearStreets };

  function search(typed: string): AddressMatch[] {
    const text = normalizeStreet(typed);
    if (text === '') return [];
    const found = new Map<string, AddressMatch & { cost: number }>();
    const add = (more: AddressMatch & { cost: number }) => {
      const known = found.get(more.address);
      if (!known || more.cost < known.cost) found.set(more.address, more);
    };
    for (const address of addresses) {
      if (!address.startsWith(text)) continue;
      if (address === text) add({ address, rules: ['exact'], unit: '', cost: -2 });
      else add({ address, rules: ['begins like this'], unit: '', cost: -1 });
      if (found.size >= MAX_SHOWN) break;
    }
    // A text that equals an address is a choice made, so no others are offered.
    if (found.size === 1 && found.has(text)) return [...found.values()];
    const readings = readingsOf(text);
    const look = (reading: Reading, how: 'as written' | 'misspelled') => {
      for (const { street, rules, cost } of match(reading, how))
        for (const { number, address } of numbersOf[street] ?? []) {
          const isBegun = number !== reading.number && reading.number !== '';
          if (isBegun && !number.startsWith(reading.number)) continue;
          const all = isBegun ? [...new Set<StreetRule>([...rules, 'begins like this'])] : rules;
          const more = isBegun ? ruleCosts['begins like this'] : 0;
          add({ address, rules: all.length > 0 ? all : ['exact'], unit: reading.unit, cost: cost + more });
        }
    };
    for (const reading of readings) look(reading, 'as written');
    if (![...found.values()].some(({ cost }) => cost <= CLOSE))
      for (const reading of readings)
        for (const other of [reading, ...corrected(reading)]) look(other, 'misspelled');
    return [...found.values()].toSorted((one, other) => one.cost - other.cost).slice(0, MAX_SHOWN);
  }

  function nearStreets(typed: string): AddressMatch[] {
    const text = normalizeStreet(typed);
    const numbered = readingsOf(text).filter(({ number }) => number !== '');
    const look = (how: 'as written' | 'misspelled') =>
      numbered.flatMap((reading) =>
        match(reading, how).map(({ street, rules, cost }) => ({
          address: `${reading.number} ${names[street]}`,
          rules: [...rules, 'number not in the list' as const],
          unit: reading.unit,
          cost,
        })),
      );
    const written = look('as written');
    const found = written.length > 0 ? written : look('misspelled');
    // The street is written as in the file, so nothing is left to choose.
    if (found.some(({ address }) => address === text)) return [];
    const seen = new Set<string>();
    return found
      .toSorted((one, other) => one.cost - other.cost)
      .filter(({ address }) => !seen.has(address) && seen.add(address))
      .slice(0, MAX_SHOWN);
  }
}

function streetsOf(addresses: readonly string[]): Map<string, { number: string; address: string }[]> {
  const streets = new Map<string, { number: string; address: string }[]>();
  for (const address of addresses) {
    const { number, street } = splitNumber(address);
    const numbers = streets.get(street) ?? [];
    streets.set(street, numbers);
    numbers.push({ number, address });
  }
  return streets;
}

function splitNumber(address: string): { number: string; street: string } {
  const [, number = '', street = address] = /^(\d[^ ]*(?: \d+\/\d+)?) (.+)$/.exec(address) ?? [];
  return { number, street };
}
