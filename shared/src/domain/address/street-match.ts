import { letterSet, maxSlips, slipsBetween, type Spelled } from './spelling.ts';
import { isShortForm, shortForm, streetParts, wordsOf, type StreetParts } from './street-words.ts';
import { ruleCosts, type Reading, type StreetRule } from './typed-address.ts';

export interface StreetMatch {
  /** Its index among the streets. */
  street: number;
  rules: readonly StreetRule[];
  cost: number;
}

type StreetMatcher = (reading: Reading, how: 'as written' | 'misspelled') => StreetMatch[];

/**
 * Finds streets by their words. Each word of their names is stored once with the streets that have it: a state of five
 * million addresses has some sixty thousand streets with some twenty thousand different words.
 */
export function streetMatcher(names: readonly string[]): StreetMatcher {
  const index = indexOf(names);
  const fitting = recentFits(index.words);
  return (reading, how) => {
    const typed = streetParts(reading.words);
    const found = new Map<number, StreetMatch>();
    const add = (street: Street, nameRules: readonly StreetRule[], slips: number) => {
      const rules = [...new Set([...reading.rules, ...nameRules, ...sideRules(typed, street.parts)])];
      const cost = rules.reduce((sum, rule) => sum + ruleCosts[rule], 0) + slips;
      const known = found.get(street.at);
      if (known && known.cost <= cost) return;
      const isWrittenOut = !rules.includes('similar spelling') && isOtherForm(reading.words, street);
      found.set(street.at, {
        street: street.at,
        rules: isWrittenOut ? ['abbreviation', ...rules] : rules,
        cost,
      });
    };
    for (const street of index.byJoinedName.get(typed.name.join('')) ?? [])
      if (street.parts.name.length !== typed.name.length) add(street, ['other spacing'], 0);
    byWords(
      typed.name.map((word) => fitting(word, how)),
      add,
    );
    return [...found.values()];
  };
}

interface Street {
  at: number;
  words: readonly string[];
  parts: StreetParts;
}

interface OwnWord extends Spelled {
  streets: Street[];
}

interface Index {
  words: readonly OwnWord[];
  byJoinedName: ReadonlyMap<string, Street[]>;
}

function indexOf(names: readonly string[]): Index {
  const words = new Map<string, OwnWord>();
  const byJoinedName = new Map<string, Street[]>();
  for (const [at, text] of names.entries()) {
    const own = wordsOf(text);
    const street = { at, words: own, parts: streetParts(own) };
    const joined = street.parts.name.join('');
    const namesakes = byJoinedName.get(joined) ?? [];
    byJoinedName.set(joined, namesakes);
    namesakes.push(street);
    for (const word of new Set(street.parts.name)) {
      const entry = words.get(word) ?? { word, letters: letterSet(word), streets: [] };
      words.set(word, entry);
      entry.streets.push(street);
    }
  }
  return { words: [...words.values()], byJoinedName };
}

interface Fit {
  rule: StreetRule;
  slips: number;
}

const same: Fit = { rule: 'exact', slips: 0 };

type Fits = ReadonlyMap<OwnWord, Fit>;

const MAX_KEPT = 32;

/** Caches word matches, because the readings of a text, and the text one key later, have most words in common. */
function recentFits(words: readonly OwnWord[]) {
  const recent = new Map<string, Fits>();
  return (word: string, how: 'as written' | 'misspelled'): Fits => {
    const key = `${how} ${word}`;
    const fits = recent.get(key) ?? fitsOf(words, word, how);
    if (recent.size >= MAX_KEPT) recent.clear();
    recent.set(key, fits);
    return fits;
  };
}

function byWords(
  fits: readonly Fits[],
  add: (street: Street, rules: readonly StreetRule[], slips: number) => void,
): void {
  const streetsIn = (fit: Fits) => [...fit.keys()].reduce((sum, { streets }) => sum + streets.length, 0);
  const [rarest] = fits.toSorted((one, other) => streetsIn(one) - streetsIn(other));
  if (!rarest) return;
  const named = fits.map((fit) => new Map([...fit].map(([{ word }, each]) => [word, each])));
  for (const { streets } of rarest.keys())
    for (const street of streets) {
      const taken = takeWords(street.parts.name, named);
      if (taken) add(street, taken.rules, taken.slips);
    }
}

/** Matches each typed word with the closest unused word of the name; undefined when one finds none. */
function takeWords(
  name: readonly string[],
  fits: readonly ReadonlyMap<string, Fit>[],
): { rules: StreetRule[]; slips: number } | undefined {
  const left = [...name];
  const rules: StreetRule[] = [];
  let slips = 0;
  let isInOrder = true;
  for (const [place, fit] of fits.entries()) {
    let best: Fit | undefined;
    let at = -1;
    for (const [index, word] of left.entries()) {
      const candidate = fit.get(word);
      if (!candidate || (best && weigh(best) <= weigh(candidate))) continue;
      best = candidate;
      at = index;
    }
    if (!best) return undefined;
    isInOrder &&= left[at] === name[place];
    left.splice(at, 1);
    if (best.rule !== 'exact') rules.push(best.rule);
    slips += best.slips;
  }
  if (left.length > 0) rules.push(isInOrder ? 'begins like this' : 'part of the name');
  return { rules, slips };
}

const weigh = ({ rule, slips }: Fit) => ruleCosts[rule] + slips;

const PART = 3;
const BEGUN = 5;

function fitsOf(words: readonly OwnWord[], typed: string, how: 'as written' | 'misspelled'): Fits {
  const spelled = { word: typed, letters: letterSet(typed) };
  const isWord = typed.length >= PART && !isShortForm(typed);
  const fits = new Map<OwnWord, Fit>();
  for (const own of words) {
    const fit = fitOf(own);
    if (fit) fits.set(own, fit);
  }
  return fits;

  function fitOf(own: OwnWord): Fit | undefined {
    if (own.word === typed) return same;
    if (own.word.startsWith(typed)) return { rule: 'begins like this', slips: 0 };
    if (isWord && own.word.includes(typed)) return { rule: 'part of the name', slips: 0 };
    if (how === 'as written' || !isWord) return undefined;
    const slips = slipsBetween(spelled, own) ?? slipsInBeginning(spelled, own);
    return slips === undefined ? undefined : { rule: 'similar spelling', slips };
  }
}

/** Allows a slip after the first letter of a long word that is still being typed. */
function slipsInBeginning(typed: Spelled, own: OwnWord): number | undefined {
  const { length } = typed.word;
  if (length < BEGUN || own.word.length <= length + maxSlips(typed.word)) return undefined;
  if (own.word[0] !== typed.word[0]) return undefined;
  const word = own.word.slice(0, length);
  const slips = slipsBetween(typed, { word, letters: letterSet(word) });
  return slips === undefined ? undefined : slips + 1;
}

function sideRules(typed: StreetParts, own: StreetParts): StreetRule[] {
  const rules: StreetRule[] = [];
  if (typed.direction !== own.direction) {
    if (typed.direction === '') rules.push('direction added');
    else rules.push(own.direction === '' ? 'direction left out' : 'other direction');
  } else if (typed.isBehind !== own.isBehind) rules.push('direction moved');
  if (typed.type !== own.type) {
    if (typed.type === '') rules.push('street type added');
    else rules.push(own.type === '' ? 'street type left out' : 'other street type');
  }
  return rules;
}

/** Accepts `NORTH ELM STREET` when the file has `N ELM ST`, and `ST JOHNS` when it has `SAINT JOHNS`. */
function isOtherForm(typed: readonly string[], { words }: Street): boolean {
  const short = new Set(words.map(shortForm));
  return typed.some((word) => !words.includes(word) && short.has(shortForm(word)));
}
