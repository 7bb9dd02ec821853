import { stateOfZip } from './state-zip.ts';

interface ZipRange {
  From: string;
  To: string;
}

interface BadEntry {
  text: string;
  /** Counts from 1. */
  line: number;
  reason: string;
}

export interface ZipList {
  ZipCodes: string[];
  ZipRanges: ZipRange[];
  bad: BadEntry[];
}

/**
 * Reads ZIP codes and ranges as people paste them: one or several per line, separated by commas, semicolons or spaces,
 * with the last four digits, or without the leading zeros that a spreadsheet removed.
 */
export function readZipList(text: string): ZipList {
  const zips = new Set<string>();
  const ranges = new Map<string, ZipRange>();
  const bad: BadEntry[] = [];
  for (const [index, lineText] of text.split(/\r\n|\r|\n/).entries())
    for (const entry of entriesOf(lineText)) {
      const read = readEntry(entry);
      if (typeof read === 'string') bad.push({ text: entry, line: index + 1, reason: read });
      else if (read.From === read.To) zips.add(read.From);
      else ranges.set(`${read.From}-${read.To}`, read);
    }
  return { ZipCodes: [...zips].toSorted(), ZipRanges: [...ranges.values()], bad };
}

const entriesOf = (line: string): string[] =>
  line
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/ ?[-–—] ?/g, '-')
    .split(/[\s,;]+/)
    .filter((entry) => entry !== '');

/** A single ZIP code becomes a range; returns the reason when the entry is invalid. */
function readEntry(entry: string): ZipRange | string {
  const [, from = '', to] = /^(\d{3,5})(?:-(\d{3,5}))?$/.exec(entry) ?? [];
  if (from === '') return 'This is not a ZIP code';
  const From = from.padStart(5, '0');
  const isPlusFour = from.length === 5 && to?.length === 4;
  const To = to === undefined || isPlusFour ? From : to.padStart(5, '0');
  const unknown = [From, To].find((zip) => stateOfZip(zip) === undefined);
  if (unknown !== undefined) return `No state has the ZIP code ${unknown}`;
  return From <= To ? { From, To } : 'The range ends before it begins';
}
