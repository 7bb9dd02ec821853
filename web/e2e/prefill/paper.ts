import { type Randomness, randomness } from '@handoff/local/seed/randomness';
import type { Facts } from './people.ts';
import type { Words } from './vocabularies.ts';

/** Values by the field of the form. */
export type Values = Readonly<Record<string, string>>;

/** What a field is called on the paper, what is printed there, and what a careful intake nurse takes over from it. */
export interface Row {
  label: string;
  /** Text, or boxes to mark. */
  value: string | readonly Option[];
  says?: Values;
  /** Further values that are right, for a field that the row says or for one that it does not ask for. */
  accepts?: Readonly<Record<string, readonly string[]>>;
  /** Printed before the value, crossed out. */
  struck?: string;
}
export interface Option {
  text: string;
  isMarked: boolean;
}
export interface Block {
  title: string;
  rows: readonly Row[];
}

/** Things on a paper that a hasty reader takes for a value. */
export const traps = [
  'previous address',
  'previous phone',
  'former name',
  'other contacts',
  'address of the sender',
  'address of the agency',
  'crossed out',
  'refused services',
  'ruled out',
  'history',
  'other dates',
  'birth date of the subscriber',
  'interpreter for a relative',
  'same as above',
  'not applicable',
  'mailing address',
  'other physicians',
] as const;
export type Trap = (typeof traps)[number];

/** The look of one document: what differs between two prints of the same system. */
export interface Style {
  font: (typeof fonts)[number];
  /** In pixels of the browser, 96 to an inch. */
  size: number;
  gap: number;
  colon: string;
  areLabelsUpper: boolean;
  areValuesUpper: boolean;
  date: DateSpelling;
  mark: Mark;
  isLastNameFirst: boolean;
}
export const fonts = ['Arial', 'Arial', 'Condensed', 'Serif', 'Mono', 'Inter'] as const;
type DateSpelling = keyof typeof spelledDates;
type Mark = keyof typeof marks;

/** A document that is being written: its facts, words and look, and the values that it says so far. */
export interface Paper {
  facts: Facts;
  words: Words;
  /** The number of the vocabulary, for the ways to say a thing in a sentence. */
  voice: number;
  style: Style;
  draw: Randomness;
  /** Whether this document sets the trap; one that asks has set it. */
  has: (trap: Trap) => boolean;
  /** Notes what a printed row says, and returns the row. */
  use: <T extends Pick<Row, 'says' | 'accepts'>>(row: T) => T;
}

export interface Said {
  expected: Record<string, string>;
  accepts: Record<string, string[]>;
  traps: Trap[];
}

export function newPaper(
  facts: Facts,
  words: Words,
  voice: number,
  seed: number,
): { paper: Paper; said: Said } {
  const draw = randomness(seed);
  const set = new Set(traps.filter((trap) => draw.chance(trap === 'crossed out' ? 0.12 : 0.3)));
  const said: Said = { expected: {}, accepts: {}, traps: [] };
  const paper: Paper = {
    facts,
    words,
    voice,
    draw,
    style: styleOf(draw, facts),
    has(trap) {
      if (!set.has(trap)) return false;
      if (!said.traps.includes(trap)) said.traps.push(trap);
      return true;
    },
    use(row) {
      for (const [path, value] of Object.entries(row.says ?? {}))
        if (value !== '') said.expected[path] = value;
      for (const [path, values] of Object.entries(row.accepts ?? {}))
        said.accepts[path] = [...(said.accepts[path] ?? []), ...values];
      return row;
    },
  };
  return { paper, said };
}

function styleOf(draw: Randomness, { patient }: Facts): Style {
  const font = draw.pick(fonts);
  return {
    font,
    size: draw.between(11, 13),
    gap: draw.between(2, 7),
    colon: draw.pick([':', ':', ':', '', ' :']),
    areLabelsUpper: draw.chance(0.2),
    areValuesUpper: draw.chance(0.2),
    date: draw.pick(['us', 'us', 'short', 'dashed', 'long', 'military']),
    mark: draw.pick(['brackets', 'boxes', 'glyphs', 'underlines']),
    isLastNameFirst: !patient.isPlain || draw.chance(0.6),
  };
}

const monthNames =
  'January,February,March,April,May,June,July,August,September,October,November,December'.split(',');
const parts = (day: string) => {
  const [year = '', month = '', date = ''] = day.split('-');
  return { year, month, date, name: monthNames[Number(month) - 1] ?? '' };
};

/** How papers write a day that is kept as `1941-03-04`. */
const spelledDates = {
  us: (day: string) => `${parts(day).month}/${parts(day).date}/${parts(day).year}`,
  short: (day: string) =>
    `${Number(parts(day).month)}/${Number(parts(day).date)}/${parts(day).year.slice(2)}`,
  dashed: (day: string) => `${parts(day).month}-${parts(day).date}-${parts(day).year}`,
  long: (day: string) => `${parts(day).name} ${Number(parts(day).date)}, ${parts(day).year}`,
  military: (day: string) => `${parts(day).date}-${parts(day).name.slice(0, 3)}-${parts(day).year}`,
} as const;

export const dateIn = (style: Pick<Style, 'date'>, day: string): string => spelledDates[style.date](day);
export const longDate = (day: string): string => spelledDates.long(day);
export const usDate = (day: string): string => spelledDates.us(day);

/** How papers mark one of several choices; a drawn box has its X as text. */
const marks = {
  brackets: ({ text, isMarked }: Option) => `[${isMarked ? 'X' : '&nbsp;'}] ${escaped(text)}`,
  boxes: ({ text, isMarked }: Option) => `<i class="box">${isMarked ? 'X' : ''}</i> ${escaped(text)}`,
  glyphs: ({ text, isMarked }: Option) => `${isMarked ? '☒' : '☐'} ${escaped(text)}`,
  underlines: ({ text, isMarked }: Option) => `${isMarked ? '_X_' : '___'} ${escaped(text)}`,
} as const;

export const optionsIn = (style: Pick<Style, 'mark'>, options: readonly Option[]): string =>
  options.map((option) => `<span class="option">${marks[style.mark](option)}</span>`).join(' ');

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const labelOf = (style: Style, { label }: Pick<Row, 'label'>): string =>
  escaped(style.areLabelsUpper ? label.toUpperCase() : label) + (/[?:]$/.test(label) ? '' : style.colon);

export function valueOf(style: Style, { value, struck }: Pick<Row, 'value' | 'struck'>): string {
  const before = struck === undefined ? '' : `<s>${escaped(struck)}</s> `;
  if (typeof value !== 'string') return before + optionsIn(style, value);
  return before + escaped(style.areValuesUpper ? value.toUpperCase() : value);
}

/** Each voice has its own way to say a thing; a vocabulary that is kept back keeps its voice back, too. */
export const said = (paper: Paper, ...ways: readonly string[]): string =>
  ways[paper.voice % ways.length] ?? '';

export const pronouns = ({ facts }: Paper) =>
  facts.sex === 'Female'
    ? { she: 'she', She: 'She', her: 'her', Her: 'Her', Mrs: 'Mrs.', woman: 'woman' }
    : { she: 'he', She: 'He', her: 'his', Her: 'His', Mrs: 'Mr.', woman: 'man' };
