import { shortForm, wordsOf } from '@handoff/shared/domain/address/street-words';
import type { PartitionReads } from '../../../platform/ports.ts';
import { streetsIn, type ZipContent, readZip } from './zip-document.ts';
import { inParallel } from '../../../imports/read/version-documents.ts';
import { readLive } from '../../../imports/record/live-version.ts';
import { zipsOfSharedTowns } from '../places/town-zips.ts';
import type { AddressReads } from '../../../imports/import-ports.ts';

/** Addresses that files of the state gave before, which say where an address of a town with several ZIP codes lies. */
export interface EarlierAddresses {
  /** The one of these ZIP codes with the nearest number of the street; undefined when none has it, or two are as near. */
  nearestZip: (zips: readonly string[], address: { number: string; street: string }) => string | undefined;
}

export const noEarlierAddresses: EarlierAddresses = { nearestZip: () => undefined };

/** Reads the live addresses of all towns with several ZIP codes. */
export async function readEarlierAddresses(
  ports: AddressReads,
  partition: PartitionReads,
  state: string,
): Promise<EarlierAddresses> {
  const live = await readLive(partition);
  const wanted = zipsOfSharedTowns(state);
  const contents: ZipContent[] = [];
  await inParallel(live?.manifest?.documents ?? [], async (entry) => {
    if (!wanted.has(entry[0])) return;
    const content = await readZip(ports, state, entry);
    if (content) contents.push(content);
  });
  return earlierAddresses(contents);
}

export function earlierAddresses(contents: readonly ZipContent[]): EarlierAddresses {
  const byZip = new Map(contents.map((content) => [content.code, content]));
  const read = new Map<string, ReadonlyMap<string, readonly number[]>>();

  /** Made when a row first asks, because most ZIP codes of a state are in no question. */
  function streetsOf(zip: string): ReadonlyMap<string, readonly number[]> {
    const known = read.get(zip) ?? numbersByStreet(byZip.get(zip));
    read.set(zip, known);
    return known;
  }

  return {
    nearestZip(zips, { number, street }) {
      const value = Number.parseInt(number, 10);
      const key = streetKey(street);
      const [nearest, next] = zips
        .map((zip) => ({ zip, distance: distanceTo(streetsOf(zip).get(key), value) }))
        .filter(({ distance }) => Number.isFinite(distance))
        .toSorted((a, b) => a.distance - b.distance);
      return nearest && nearest.distance !== next?.distance ? nearest.zip : undefined;
    },
  };
}

function numbersByStreet(content: ZipContent | undefined): ReadonlyMap<string, readonly number[]> {
  const numbers = new Map<string, number[]>();
  for (const { street, plain, others } of content ? streetsIn(content) : []) {
    const key = streetKey(street);
    const known = numbers.get(key) ?? [];
    numbers.set(key, [...known, ...plain, ...others.map((text) => Number.parseInt(text, 10))]);
  }
  return numbers;
}

/** Sources abbreviate differently. */
const streetKey = (street: string) => wordsOf(street).map(shortForm).join(' ');

function distanceTo(numbers: readonly number[] | undefined, value: number): number {
  let least = Number.POSITIVE_INFINITY;
  for (const number of numbers ?? []) {
    const distance = Math.abs(number - value);
    if (distance < least) least = distance;
  }
  return least;
}
