import { isShortForm, shortForm, wordsOf } from '@handoff/shared/domain/address/street-words';
import { normalizeText, partText } from './address-text.ts';

// Finds by names and values the columns that hold a street in parts, and those that seem to and are not read.

export type PartRole = 'premod' | 'predir' | 'pretype' | 'presep' | 'posttype' | 'postdir' | 'postmod';

/** The order of the parts in a complete street; the name stands between `presep` and `posttype` (NENA). */
const before: readonly PartRole[] = ['premod', 'predir', 'pretype', 'presep'];
const behind: readonly PartRole[] = ['posttype', 'postdir', 'postmod'];

/** A column holds the complete street when a smaller share of the rows lacks the part in it. */
const FEW = 0.1;
const MOST = 0.8;

/** Street types beyond those that a search compares (Publication 28, appendix C1). */
const otherTypes = new Map(
  `
    ANX ANNEX, ARC ARCADE, BCH BEACH, BLF BLUFF, BND BEND, BR BRANCH, BRG BRIDGE, BRK BROOK,
    BYP BYPASS, CLB CLUB, CMN COMMON, COR CORNER, CRES CRESCENT, CRK CREEK, CRST CREST, CSWY CAUSEWAY,
    CTR CENTER, DL DALE, EST ESTATE, EXPY EXPRESSWAY, FLD FIELD, FLS FALLS, FRK FORK, FWY FREEWAY,
    GDN GARDEN, GDNS GARDENS, GLN GLEN, GRN GREEN, GRV GROVE, HBR HARBOR, HL HILL, HLS HILLS,
    HOLW HOLLOW, IS ISLAND, JCT JUNCTION, KNL KNOLL, KNLS KNOLLS, LK LAKE, LNDG LANDING, MDW MEADOW,
    MDWS MEADOWS, ML MILL, MNR MANOR, PLZ PLAZA, PT POINT, PSGE PASSAGE, RDG RIDGE, SHR SHORE,
    SPG SPRING, STA STATION, TRCE TRACE, VIS VISTA, VLG VILLAGE, VW VIEW, WLK WALK, MALL MALL,
    OVAL OVAL, PARK PARK, PASS PASS, SPUR SPUR, RAMP RAMP, ALY ALLEY, RTE ROUTE, RIV RIVER, UN UNION,
    XRD CROSSROAD
  `
    .split(',')
    .map((pair) => pair.trim().split(' '))
    .flatMap(([short = '', full = '']) => [[short, short] as const, [full, short] as const]),
);

const isDirection = (value: string) => /^[NESW]{1,2}$/.test(shortForm(value.replaceAll(/[.\s]/g, '')));
const isType = (value: string) => {
  const word = shortForm(value.replace(/\.$/, ''));
  return otherTypes.has(word) || (isShortForm(word) && !isDirection(word));
};
export const isStreetWord = (value: string) => isDirection(value) || isType(value);
const shortWords = (text: string) => wordsOf(text).map((word) => otherTypes.get(word) ?? shortForm(word));

/** Names that are a part whatever is in the column; compared by letters and digits. */
const namedParts: readonly (readonly [RegExp, PartRole])[] = [
  [/premod/, 'premod'],
  [/pos(?:t)?mod|sufmod/, 'postmod'],
  [/presep/, 'presep'],
  [/pre(?:fix)?ty/, 'pretype'],
  [/(?:pre|pfx|pref?)(?:fix)?dir|dir(?:ection)?(?:pre|pfx)/, 'predir'],
  [/(?:pos|suf|sfx)(?:t|fix)?dir|dir(?:ection)?(?:suf|sfx|pos)/, 'postdir'],
  [/(?:pos|suf)(?:t|fix)?ty|^st(?:r|reet)?(?:type?|desig)/, 'posttype'],
];
/** A column that is blank at the beginning of a file may be filled later. */
const blankParts: readonly (readonly [RegExp, PartRole])[] = [
  [/^(?:st(?:r|reet)?)?dir(?:ection)?$/, 'predir'],
  [/^st(?:r|reet)?(?:suf|sfx)/, 'posttype'],
];
/** Names that may mean several parts: the values tell. */
const mayBeDirection = /dir|pre|pfx|suf|sfx|pos|quad|^pd$|^sd$/;
const mayBeType = /typ|suf|sfx|desig|^st$|^stt$|^pt$|pre|pfx|ext$|abb/;
const isFront = /pre|pfx|^pd$|^pt$/;
const isBack = /suf|sfx|pos|^sd$/;
const isElsewhere = /owner|own_|mail|billing|taxpayer/i;
const keyOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');

export interface FileSample {
  header: readonly string[];
  rows: readonly (readonly string[])[];
}

/** A column with parts of streets. Without a role its name says nothing. */
interface Part {
  column: number;
  role: PartRole | undefined;
}

function partAt({ header, rows }: FileSample, column: number): Part | undefined {
  const name = header[column] ?? '';
  if (isElsewhere.test(name)) return undefined;
  const values = rows
    .map((row) => normalizeText(partText(row[column] ?? '')))
    .filter((value) => value !== '');
  const key = keyOf(name);
  const names = values.length === 0 ? [...namedParts, ...blankParts] : namedParts;
  const role = names.find(([pattern]) => pattern.test(key))?.[1];
  if (role) return { column, role };
  return partByValues(values, { key, column });
}

function partByValues(
  values: readonly string[],
  { key, column }: { key: string; column: number },
): Part | undefined {
  // One value alone says nothing: N is a no, and CT is a court and a state.
  const isKind = (has: (value: string) => boolean, name: RegExp) => {
    const fitting = values.filter(has);
    const isTold = name.test(key) || new Set(fitting).size > 1;
    return isTold && fitting.length > 0 && fitting.length >= values.length * MOST;
  };
  if (isKind(isDirection, mayBeDirection)) return { column, role: directionRole(key) };
  return isKind(isType, mayBeType) ? { column, role: typeRole(key) } : undefined;
}

function directionRole(key: string): PartRole | undefined {
  if (!mayBeDirection.test(key)) return undefined;
  return isBack.test(key) && !isFront.test(key) ? 'postdir' : 'predir';
}

function typeRole(key: string): PartRole | undefined {
  if (!mayBeType.test(key)) return undefined;
  return isFront.test(key) ? 'pretype' : 'posttype';
}

function partsOf(file: FileSample, used: ReadonlySet<number>): Part[] {
  return file.header.flatMap((_, column) => (used.has(column) ? [] : (partAt(file, column) ?? [])));
}

/** The share of the rows with the part whose street has its words as well; 0 where no row has it. */
function shareWithin(
  { rows }: FileSample,
  column: number,
  streetOf: (row: readonly string[]) => string,
): number {
  const filled = rows.filter((row) => partText(row[column] ?? '') !== '');
  const within = filled.filter((row) => {
    const street = shortWords(streetOf(row));
    return shortWords(row[column] ?? '').every((word) => street.includes(word));
  });
  return filled.length === 0 ? 0 : within.length / filled.length;
}

/**
 * Joins the name of a street with the parts beside it, unless the name has them already. In `mixed` columns some rows
 * have them twice.
 */
export function joinedStreet(
  file: FileSample,
  name: number,
  used: ReadonlySet<number>,
): { street: number[]; mixed: number[] } {
  const found = new Map<PartRole, number>();
  const mixed: number[] = [];
  for (const { column, role } of partsOf(file, used)) {
    const share = shareWithin(file, column, (row) => row[name] ?? '');
    if (!role || found.has(role) || share > 1 - FEW) continue;
    found.set(role, column);
    if (share > FEW) mixed.push(column);
  }
  const columnsOf = (roles: readonly PartRole[]) => roles.flatMap((role) => found.get(role) ?? []);
  return { street: [...columnsOf(before), name, ...columnsOf(behind)], mixed };
}

export function unreadParts(
  file: FileSample,
  used: ReadonlySet<number>,
  streetOf: (row: readonly string[]) => string,
): number[] {
  const isFilled = (column: number) => file.rows.some((row) => partText(row[column] ?? '') !== '');
  return partsOf(file, used)
    .map(({ column }) => column)
    .filter((column) => isFilled(column) && shareWithin(file, column, streetOf) < 1 - FEW);
}
