import { textOfDay } from '../domain/records/calendar-day.ts';
import { boxAround, type Box, type Word, wordsOfText, plain } from './words.ts';
import { cellsOf } from './cells.ts';
import { cellsOfForm, printed } from './form-fields.ts';
import { fieldsOf, type FoundField, looseFields } from './fields.ts';
import type { ReadCell } from './find-labels.ts';
import type { Meaning, Owner } from './label.ts';
import { fieldsOfLetter } from './letterhead.ts';
import { type Pair, pairsOf } from './pairs.ts';
import { readCells } from './read-cells.ts';
import { isCover } from './owners.ts';
import { byPatient, type OtherPatient, type ReadPage } from './patients.ts';
import { fieldsInSentences } from './sentences.ts';
import { fieldsInTable, type Table, tablesIn } from './tables.ts';
import { isBlank } from './values.ts';

/** A value that was read, for a person to accept, change or skip. */
export interface Proposal {
  /** The field of the form. */
  path: string;
  value: string;
  /** Its place in a document with pages; a file of another system has none. */
  place: { page: number; box: Box } | undefined;
  /** The text in which it was found, with its label, or the part of the file. */
  line: string;
  /** A reason to look before accepting, as a sentence without its period. */
  doubt: string | undefined;
  /** The document has the same value at another place, too. */
  isRepeated?: true;
  /** It was read in a picture of the page. */
  isScanned?: true;
  /** The text of the page, where look-alike letters and digits were exchanged to get the value. */
  repairedFrom?: string;
}

/** What a document says of its first patient, and which pages are about others. */
export interface Packet {
  proposals: Proposal[];
  others: OtherPatient[];
}

/**
 * Finds the parts of a referral in the words of a document, at most one value for each field, in page order. A page about
 * another patient than the first one gives nothing, unless a person has said that all are about one.
 */
export function readPacket(
  words: readonly Word[],
  { today = new Date(), isOnePatient = false }: { today?: Date; isOnePatient?: boolean } = {},
): Packet {
  const pages = [...Map.groupBy(words, ({ page }) => page)]
    .toSorted(([one], [other]) => one - other)
    .map(([page, own]) => ({ page, ...readPage(own, today) }));
  const { own, others } = isOnePatient ? { own: pages, others: [] } : byPatient(pages);
  return { proposals: withTime(chosenFrom(own.flatMap(({ found }) => found.map(proposalOf)))), others };
}

/** What a document says of its first patient. */
export const readDocument = (words: readonly Word[], today?: Date): Proposal[] =>
  readPacket(words, today && { today }).proposals;

/** All that is read on a page; without a label only what no label has. */
function readPage(words: readonly Word[], today: Date): Omit<ReadPage, 'page'> {
  const all = cellsOf(printed(words));
  const tables = tablesIn(all);
  const inTables = new Set(tables.flatMap((table) => table.cells));
  const cells = readCells(all.filter((cell) => !inTables.has(cell)));
  const pairs = pairsOf(cells);
  const labeled = [
    ...tables.flatMap((table) => fieldsInTable(table, headingAbove(table, cells), today)),
    ...pairs.flatMap((pair) =>
      fieldsOf(pair, today).map((found) => ({ ...found, doubt: pair.doubt ?? found.doubt })),
    ),
  ];
  const known = new Set(labeled.map(({ path }) => path));
  const form = readCells(cellsOfForm(words));
  const loose = [
    ...pairsOf(form).flatMap((pair) => fieldsOf(pair, today)),
    ...looseFields(form, []),
    ...looseFields(cells, pairs),
    ...fieldsInSentences(cells, today),
    ...fieldsOfLetter(cells),
  ];
  const found = [...labeled, ...loose.filter(({ path }) => !known.has(path))];
  return {
    found,
    text: all.map((cell) => cell.text).join(' '),
    isCover: isCover(cells),
    hasUnreadPatient: pairs.some(isUnreadPatient),
  };
}

const whoMeanings = new Set<Meaning>(['name', 'last name', 'first name', 'birth date', 'medicare number']);
const isUnreadPatient = ({ means, owner, values }: Pair) =>
  owner === 'patient' && whoMeanings.has(means) && values.some(({ text }) => !isBlank(text));

/** The title of the part in which a table stands. */
function headingAbove({ cells: [head] }: Table, cells: readonly ReadCell[]): Owner | undefined {
  const titles = cells.filter(({ heading, page, y }) => heading && page === head?.page && y < head.y);
  return titles.at(-1)?.heading;
}

/** Reads a pasted text, whose lines and columns are its places. */
export const readText = (text: string, today?: Date): Proposal[] => readDocument(wordsOfText(text), today);

const proposalOf = ({ path, value, from: { words, line }, repairedFrom, doubt }: FoundField): Proposal => ({
  path,
  value,
  place: { page: words[0]?.page ?? 1, box: boxAround(words) },
  line,
  doubt: doubt ?? doubtOfScan(value, words),
  ...(words.some(({ confidence }) => confidence !== undefined) && { isScanned: true }),
  ...(repairedFrom !== undefined && { repairedFrom }),
});

/** Below it, a reader of scans is wrong more often than once in a hundred words. */
const SURE = 85;

function doubtOfScan(value: string, words: readonly Word[]): string | undefined {
  const plainValue = plain(value);
  const own = words.filter(({ text }) => plain(text) !== '' && plainValue.includes(plain(text)));
  const isUnsure = (own.length > 0 ? own : words).some(({ confidence = 100 }) => confidence < SURE);
  return isUnsure ? 'The scan is not clear here. Compare it with the page' : undefined;
}

/** Forms have the day and the time in two fields; one of them alone is no time received. */
function withTime(proposals: readonly Proposal[]): Proposal[] {
  const time = proposals.find(({ path }) => path === 'ReceivedAt.Time');
  return proposals.flatMap((proposal) => {
    const { path, value } = proposal;
    if (path === 'ReceivedAt.Time') return [];
    if (path !== 'ReceivedAt' || value.includes('T')) return [proposal];
    const [place, other] = [proposal.place, time?.place];
    if (!time || !place || place.page !== other?.page) return [];
    return [
      {
        ...proposal,
        value: `${value}T${time.value}`,
        place: { ...place, box: boxAround([place.box, other.box]) },
        doubt: proposal.doubt ?? time.doubt,
      },
    ];
  });
}

/** The first value without a doubt; another value for the same field elsewhere is a doubt. */
function chosenFrom(read: readonly Proposal[]): Proposal[] {
  const paths = [...new Set(read.map(({ path }) => path))];
  return paths.flatMap((path) => {
    const own = read.filter((each) => each.path === path);
    const sure = own.filter(({ doubt }) => doubt === undefined);
    const [chosen] = sure.length > 0 ? sure : own;
    if (!chosen) return [];
    const other = sure.find(({ value }) => !isSame(value, chosen.value));
    const isRepeated = sure.some(
      ({ value, place }) => plain(value) === plain(chosen.value) && isApart(place, chosen.place),
    );
    return [
      {
        ...chosen,
        ...(isRepeated && { isRepeated }),
        doubt: other
          ? `The document also has ${textOfDay(other.value)}, on page ${other.place?.page ?? 1}`
          : chosen.doubt,
      },
    ];
  });
}

/** Two labels may be read to have some of the same words, which are one fact. */
function isApart(one: Proposal['place'], other: Proposal['place']): boolean {
  if (!one || !other || one.page !== other.page) return true;
  return isBefore(one.box, other.box) || isBefore(other.box, one.box);
}

const isBefore = (one: Box, other: Box) => one.x + one.width <= other.x || one.y + one.height <= other.y;

/** A shorter form of the same text is no other value. */
function isSame(one: string, other: string): boolean {
  const [a, b] = [plain(one), plain(other)];
  return a.startsWith(b) || b.startsWith(a);
}
