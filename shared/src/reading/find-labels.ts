import type { Cell } from './cells.ts';
import type { LabelRow, Meaning, Owner } from './label.ts';
import { longestAt, type Token, tokensOf } from './label-phrases.ts';
import { list } from './titles.ts';

/** A label within the text of a cell. */
export interface FoundLabel {
  /** Undefined for a label that the table lacks, which only ends the value before it. */
  row: LabelRow | undefined;
  /** Its words as in the table. */
  said: string;
  start: number;
  /** The index at which its value may begin. */
  end: number;
  /** Followed by a colon or a number sign, so that a value is expected beside it. */
  isMarked: boolean;
  /** An unknown word before it belongs to it, as in "Neighbor’s phone". */
  isQualified: boolean;
}

/** A cell with its labels; `heading` is set on the title of a part. */
export interface ReadCell extends Cell {
  labels: readonly FoundLabel[];
  /** A line of a letter, whose words are no labels. */
  isProse: boolean;
  heading: Owner | undefined;
}

/** A known or unknown label in its cell. */
export interface PlacedLabel extends FoundLabel {
  cell: ReadCell;
}

/** Values that look like labels: they count only with a colon or number sign behind them. */
const alsoValues = new Set(
  'st,secondary,medicare,medicaid,hospital,spouse,daughter,son,caregiver,nurse,home,urgent,case manager,social worker,discharge planner,member,policy,re,to,from,mi,bed,last,first,orders,work,cell,mobile,direct,code,status,title,office,from,summary,admitted,discharged,wound,wounds,auth,ice contact,hic,by,with,completed,required,needed,effective,start,end,dates,period'.split(
    ',',
  ),
);
/** These are common in sentences, so that they count only at the start of a cell. */
const onlyFirst = new Set(
  're,to,from,id,last,first,time,code,of visits,state,st,street,home,bed,born,ss,mr'.split(','),
);

/** Values that are clear enough to follow a label without a colon. */
const plainValues: Partial<Record<Meaning, RegExp>> = {
  'birth date': /^(?:\d{1,2}[/.-]|\d{4}-|\d{1,2} [a-z]{3}|[a-z]{3,9}\.? \d)/i,
  'medicare number': /^\d[a-z0-9]{3}[- ]?[a-z0-9]{3}[- ]?[a-z0-9]{4}\b/i,
  'social security number': /^\d{3}-?\d\d-?\d{4}\b/,
  phone: /^\+?[(\d][\d() .-]{9,}/,
  npi: /^\d{10}\b/,
  zip: /^\d{5}\b/,
  date: /^\d{1,2}[/.-]\d/,
  'requested start': /^\d{1,2}[/.-]\d/,
  'start of care': /^\d{1,2}[/.-]\d/,
  discharge: /^\d{1,2}[/.-]\d/,
  'primary diagnosis': /^[A-Z]\d[0-9AB](?:\.\w+)?\b/,
  'other diagnoses': /^[A-Z]\d[0-9AB](?:\.\w+)?\b/,
  room: /^[\dA-Z-]*\d[\dA-Z-]*\b/,
  sex: /^(?:m|f|male|female)\b/i,
  'member number': /^(?=\S*\d)[\w-]{4,}/,
  from: /^\d{1,2}[/.-]\d/,
  to: /^\d{1,2}[/.-]\d/,
  nothing: /^[\d(]/,
};

/** A value that a label such as this one has after it. */
export const fits = (means: Meaning, text: string): boolean =>
  means === 'name' ? twoNames.test(text) : plainValues[means]?.test(text) === true;
const twoNames = /^(?:Dr\.? )?\p{Lu}[\p{L}'’.-]*,? \p{Lu}[\p{Ll}.'’]/u;

const plainName = /^\p{Lu}[\p{L}'’.-]*(?:,? \p{Lu}[\p{L}'’.-]*){1,3}$/u;

/** The labels of a cell, from left to right. */
export function labelsIn({
  text,
  words = [],
}: Pick<Cell, 'text'> & Partial<Pick<Cell, 'words'>>): FoundLabel[] {
  const tokens = tokensOf(text, isScanned(words));
  const found: FoundLabel[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const label = labelAt(text, tokens, at, found.at(-1));
    if (!label) continue;
    found.push(label);
    at = tokens.findLastIndex(({ start }) => start < label.end);
  }
  return found;
}

/** The text is a label and nothing else. */
export function isWholeLabel(text: string): boolean {
  const own = text.trim();
  const labels = labelsIn({ text: own });
  const [label] = labels;
  return (
    labels.length === 1 &&
    label?.row !== undefined &&
    !label.isQualified &&
    label.start === 0 &&
    label.end >= own.length
  );
}

/** The label with which a part of a sentence begins. */
export function labelOfClause(text: string): { row: LabelRow; end: number } | undefined {
  return longestAt(text, tokensOf(text.slice(0, MOST_OF_LABEL)), 0, true);
}
const MOST_OF_LABEL = 80;

/** The label of a cell among the titles of a table, where also words that may be values are titles. */
export function tableTitleIn({ text, words }: Pick<Cell, 'text' | 'words'>): FoundLabel[] {
  const phrase = longestAt(text, tokensOf(text, isScanned(words)), 0);
  if (!phrase || phrase.end < text.length) return [];
  const { said, end } = phrase;
  // Beside other titles it is the phone at home, and not the address.
  const row: LabelRow = said === 'home' ? { means: 'phone', said: [said] } : phrase.row;
  return [{ row, said, start: 0, end, isMarked: false, isQualified: false }];
}

function labelAt(text: string, tokens: readonly Token[], at: number, former: FoundLabel | undefined) {
  const phrase = longestAt(text, tokens, at);
  const token = tokens[at];
  if (!token || isValueOf(former, token, text)) return undefined;
  if (phrase) {
    const label = { row: phrase.row, said: phrase.said, start: token.start, ...endOf(text, phrase.end) };
    const between = text.slice(former?.end ?? 0, token.start);
    const isFirst = isConnector(between) && (!former || !former.isMarked);
    if (isAccepted(text, label, { said: phrase.said, isFirst, next: tokens[phrase.next] }))
      return placed(label, { former, isFirst, between });
  }
  return unknownAt(text, token, former);
}

/** Words before the first label of a cell belong to it, or say that it is of another person. */
function placed(
  label: Omit<FoundLabel, 'isQualified'>,
  { former, isFirst, between }: { former: FoundLabel | undefined; isFirst: boolean; between: string },
): FoundLabel {
  if (former) return { ...label, isQualified: false };
  return isNeutral(between)
    ? { ...label, start: 0, isQualified: false }
    : { ...label, isQualified: !isFirst && !isAfterAnEnd(between) };
}

/** "Payer: Medicare Policy #" names the payer and asks for its number, and "Rel: spouse Tel" is alike. */
function isValueOf(former: FoundLabel | undefined, { plain, start }: Token, text: string): boolean {
  if (!former?.isMarked || !former.row || text.slice(former.end, start).trim() !== '') return false;
  const { owner, means } = former.row;
  return plain === 'medicare'
    ? owner === 'payer' && means === 'name'
    : relations.has(plain) && former.said.startsWith('rel');
}
const relations = new Set(list('spouse, daughter, son, caregiver'));

/** A sentence that ends, or a bracket that opens, before the label. */
const isAfterAnEnd = (before: string) => /[\p{L}\d)][.;]\s+$|\($/u.test(before);

/** Words before a label that name no other person, as in "Permanent address". */
const neutral = new Set(
  list(
    'age, own, permanent, current, direct, mailing, primary, main, best, preferred, pref, full, complete, legal',
  ),
);
const isNeutral = (before: string) => neutral.has(before.trim().toLowerCase().replace(/[./]$/, ''));

interface Place {
  said: string;
  isFirst: boolean;
  next: Token | undefined;
}

function isAccepted(
  text: string,
  { row, end, isMarked }: Pick<FoundLabel, 'end' | 'isMarked'> & { row: LabelRow },
  { said, isFirst, next }: Place,
): boolean {
  if (onlyFirst.has(said) && !isFirst) return false;
  if (isMarked) return true;
  const rest = text.slice(end).trim();
  const isPlain = plainValues[row.means]?.test(rest) === true;
  if (alsoValues.has(said)) return isFirst && isPlain;
  if (!isFirst) return rest === '' ? endings.has(row.means) : isPlain;
  return isPlain || isBeforeLabel(text, end, next) || isEnd(row, said, rest);
}

/** "DOB / Sex": both labels have what follows them. */
const isBeforeLabel = (text: string, end: number, next: Token | undefined) =>
  next !== undefined && isShared(text.slice(end, next.start)) && isLabel(text.slice(next.start));

/** The label fills its cell, but for a second name of it, or a name follows it. */
const isEnd = ({ means }: LabelRow, said: string, rest: string) =>
  rest === '' || rest.startsWith('/ ') || (means === 'name' && isNameAfter(said, rest));

/** One word before a name may be part of a sentence. */
const isNameAfter = (said: string, rest: string) => said.includes(' ') && plainName.test(rest);

const isShared = (between: string) => /^\s*[/&]\s*$/.test(between);
const isLabel = (text: string) => longestAt(text, tokensOf(text), 0) !== undefined;

/** "Words:" is a label, known or not. */
function unknownAt(text: string, { start, end }: Token, former: FoundLabel | undefined) {
  const rest = text.slice(start);
  const isWhole = start === 0 || (former !== undefined && text.slice(former.end, start).trim() === '');
  const pattern =
    start === 0 ? /^\p{Lu}[\p{L}\d /#&.'’()?-]{0,44}?:(?=\s|$)/u : /^\p{Lu}[\p{L}'’]+:(?=\s|$)/u;
  if (isWhole && start > 0) return undefined;
  const [words] = pattern.exec(rest) ?? [];
  if (words === undefined || (start === 0 && holdsPhrase(words))) return undefined;
  return {
    row: undefined,
    said: '',
    start,
    end: Math.max(start + words.length, end),
    isMarked: true,
    isQualified: false,
  };
}

/** A known label within an unknown one is found by itself, and counts as qualified. */
const holdsPhrase = (words: string) => {
  const tokens = tokensOf(words);
  return tokens.some((_, at) => {
    const phrase = longestAt(words, tokens, at);
    return phrase !== undefined && phrase.next === tokens.length;
  });
};

/** "Clinic phone" is a label although the table lacks the clinic. */
const endings = new Set<Meaning>(['phone', 'npi', 'address', 'birth date']);

const isConnector = (between: string) => /^[\s/&(),#.*•\-–—☐□]*(?:\d{1,2}[.)]\s*)?$/.test(between);

/** Skips a remark in parentheses without digits, a number sign and the colon. */
function endOf(text: string, from: number) {
  const [tail = ''] =
    /^\s*\)?(?:\s*\([^)\d]{1,32}\))?\s*(?:#\s?\d(?=\s*:)|#|no\.|number\b)?\s*(?:\([^)\d]{1,32}\))?\s*[:?=!]*(?:\s*#\s*:?)?/i.exec(
      text.slice(from),
    ) ?? [''];
  return { end: from + tail.length, isMarked: /[:#=?!]/.test(tail) };
}

const isScanned = (words: Cell['words']) => words.some(({ confidence }) => confidence !== undefined);
