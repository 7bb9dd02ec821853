import { brotliDecompressSync } from 'node:zlib';
import { packedTownZips } from './town-zips-data.ts';

/** Words that files and the Postal Service write differently. */
const sameWords: readonly (readonly [RegExp, string])[] = [
  [/['’.]/g, ''],
  [/-/g, ' '],
  [/\bSAINT\b/g, 'ST'],
  [/\bMT\b/g, 'MOUNT'],
  [/\bFT\b/g, 'FORT'],
  [/ \((?:TOWN|CITY|VILLAGE|BOROUGH|TOWNSHIP|T|C|V|B)\)$/, ''],
  [/ (?:TOWNSHIP|TWP|BORO|BOROUGH)$/, ''],
  [/^(?:TOWN|CITY|VILLAGE) OF /, ''],
];

const townKey = (town: string) =>
  sameWords.reduce((text, [word, same]) => text.replace(word, same), town.trim().toUpperCase());

let texts: ReadonlyMap<string, string> | undefined;
const zipsByTown = new Map<string, ReadonlyMap<string, readonly string[]>>();
const allTowns = new Set<string>();

/** The ZIP codes of a town; none when it is unknown. `town` is in capitals. */
export function zipsOfTown(town: string, state: string): readonly string[] {
  return townsOf(state).get(townKey(town)) ?? [];
}

export function zipsOfSharedTowns(state: string): ReadonlySet<string> {
  return new Set([...townsOf(state).values()].filter((zips) => zips.length > 1).flat());
}

/** Whether it is a town of any of the states whose files can be imported. */
export function isTown(text: string): boolean {
  if (allTowns.size === 0)
    for (const state of textsOfStates().keys()) for (const town of townsOf(state).keys()) allTowns.add(town);
  return allTowns.has(townKey(text));
}

/** Made when first needed, because most files have ZIP codes. */
function townsOf(state: string): ReadonlyMap<string, readonly string[]> {
  const known = zipsByTown.get(state);
  if (known) return known;
  const text = textsOfStates().get(state) ?? '';
  const towns = new Map<string, readonly string[]>();
  for (const each of text.split(',')) {
    const end = each.search(/ \d/);
    const town = each.slice(0, end);
    const zips = each.slice(end + 1);
    const key = townKey(town);
    towns.set(key, [...new Set([...(towns.get(key) ?? []), ...zips.split(' ')])].toSorted());
  }
  zipsByTown.set(state, towns);
  return towns;
}

/** `ABINGTON 06230,AMSTON 06231`, by the state. */
function textsOfStates(): ReadonlyMap<string, string> {
  texts ??= new Map(
    brotliDecompressSync(Buffer.from(packedTownZips, 'base64'))
      .toString()
      .split('\n')
      .map((line) => [line.slice(0, 2), line.slice(3)]),
  );
  return texts;
}
