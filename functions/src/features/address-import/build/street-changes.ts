import {
  MAX_STREETS_NAMED,
  MAX_ZIPS_COMPARED,
  type StreetChanges,
  type ZipStreetChanges,
} from '@handoff/shared/domain/address/state-file-import';
import type { Manifest } from '../../../records/kinds/address-versions.ts';
import type { ImportRun } from '../../../imports/record/import-run.ts';
import { streetsIn, type NamedZip, type ZipContent, readZip } from './zip-document.ts';
import { inParallel } from '../../../imports/read/version-documents.ts';

/** Compares the streets of ZIP codes that both versions have; one that is not live yet has no counterpart. */
export async function compareStreets(
  { job, record: { State: state }, signal }: ImportRun,
  { documents, live }: { documents: readonly NamedZip[]; live: Manifest },
): Promise<StreetChanges> {
  const entries = new Map(live.documents.map((entry) => [entry[0], entry]));
  const zips: ZipStreetChanges[] = [];
  await inParallel(documents, async (zip) => {
    signal.throwIfAborted();
    const entry = entries.get(zip.code);
    const before = entry && (await readZip(job, state, entry));
    if (!before) return;
    const changes = streetChanges(before, zip.content());
    if (changesIn(changes) > 0) zips.push(changes);
  });
  const sum = (of: 'added' | 'removed' | 'renamed') => zips.reduce((all, zip) => all + zip[of], 0);
  return {
    added: sum('added'),
    removed: sum('removed'),
    renamed: sum('renamed'),
    zips: zips.toSorted(mostChanged).slice(0, MAX_ZIPS_COMPARED),
  };
}

const mostChanged = (a: ZipStreetChanges, b: ZipStreetChanges) =>
  changesIn(b) - changesIn(a) || Number(a.code) - Number(b.code);

const changesIn = ({ added, removed, renamed }: ZipStreetChanges) => added + removed + renamed;

interface Street {
  name: string;
  /** Two streets with the same numbers have the same text. */
  text: string;
  numbers: ReadonlySet<number | string>;
}

/** A street that is removed and one that is new are the same one renamed when they have its house numbers. */
export function streetChanges(before: ZipContent, after: ZipContent): ZipStreetChanges {
  const [former, present] = [streetsOf(before), streetsOf(after)];
  const formerOnly = [...former.values()].filter(({ name }) => !present.has(name));
  const presentOnly = [...present.values()].filter(({ name }) => !former.has(name));
  const renames = renamesOf(formerOnly, presentOnly);
  const [from, to] = [new Set(renames.map((each) => each.from)), new Set(renames.map((each) => each.to))];
  const added = presentOnly.filter(({ name }) => !to.has(name)).map(({ name }) => name);
  const removed = formerOnly.filter(({ name }) => !from.has(name)).map(({ name }) => name);
  return {
    code: after.code,
    added: added.length,
    removed: removed.length,
    renamed: renames.length,
    streetsAdded: added.slice(0, MAX_STREETS_NAMED),
    streetsRemoved: removed.slice(0, MAX_STREETS_NAMED),
    streetsRenamed: renames.slice(0, MAX_STREETS_NAMED),
  };
}

function streetsOf(zip: ZipContent): Map<string, Street> {
  return new Map(
    streetsIn(zip).map(({ street: name, plain, others }) => {
      const numbers = new Set([...plain, ...others]);
      return [name, { name, text: [...numbers].join('|'), numbers }];
    }),
  );
}

/** More pairs take too long to compare; a street that kept exactly its numbers is found without a comparison. */
const MAX_PAIRS = 20_000;

function renamesOf(removed: readonly Street[], added: readonly Street[]): { from: string; to: string }[] {
  const left = new Set(added);
  const byNumbers = Map.groupBy(added, ({ text }) => text);
  const isSmall = removed.length * added.length <= MAX_PAIRS;
  return removed.flatMap((street) => {
    const same = byNumbers.get(street.text)?.filter((other) => left.has(other)) ?? [];
    const to = successorOf(street, same) ?? (isSmall ? successorOf(street, left) : undefined);
    if (!to) return [];
    left.delete(to);
    return [{ from: street.name, to: to.name }];
  });
}

const OVERLAP = 0.8;
/** Fewer shared numbers could be a coincidence. */
const TELLING_NUMBERS = 3;

function successorOf(street: Street, candidates: Iterable<Street>): Street | undefined {
  let best: Street | undefined;
  let most = 0;
  for (const other of candidates) {
    const shared = sharedNumbers(street, other);
    const overlap = shared / Math.max(street.numbers.size, other.numbers.size);
    const isLikely = overlap >= OVERLAP && (shared >= TELLING_NUMBERS || shareWord(street.name, other.name));
    const rank = overlap + Number(shareWord(street.name, other.name));
    if (!isLikely || rank <= most) continue;
    best = other;
    most = rank;
  }
  return best;
}

function sharedNumbers({ numbers }: Street, other: Street): number {
  let shared = 0;
  for (const number of numbers) shared += Number(other.numbers.has(number));
  return shared;
}

/** `E` and `ST` are in many names. */
const wordsOf = (name: string) => name.split(' ').filter((word) => word.length > 3);

function shareWord(one: string, other: string): boolean {
  const words = new Set(wordsOf(one));
  return wordsOf(other).some((word) => words.has(word));
}
