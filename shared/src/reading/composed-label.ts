import type { LabelRow, Meaning, Owner } from './label.ts';
import { type Concept, entries } from './label-words.ts';
import { attendingDoubt, physicianDoubt, primaryCareDoubt } from './titles.ts';

// Forms say the same in thousands of ways. Where the tables lack the exact words, a label is read word by word: what each
// word adds, and what all of them mean together.

/** The label of the longest run of known words from here on, and how many they are. */
export function composedLabel(plain: readonly string[]): { row: LabelRow; length: number } | undefined {
  const run = runOf(plain);
  const last = run.findLastIndex(({ concept }) => concept !== 'filler');
  // A question may begin with "Is".
  if (last < 0 || (run[0]?.concept === 'filler' && plain[0] !== 'is')) return undefined;
  const row = rowOf(new Set(run.slice(0, last + 1).map(({ concept }) => concept)));
  return row && { row: { ...row, said: [] }, length: run[last]?.end ?? 0 };
}

/** Up to the first word that no label has, with where each one ends. */
function runOf(plain: readonly string[]): Known[] {
  const run: Known[] = [];
  for (let at = 0; at < plain.length && at < MOST_WORDS;) {
    const entry = entryAt(plain, at) ?? behindMark(plain, at, run.at(-1)?.concept);
    if (!entry) break;
    at = entry.end;
    run.push(entry);
  }
  return run;
}

/** "City, State / ZIP" and "Planned / expected discharge" are one label each; "Name, DOB" is two. */
function behindMark(plain: readonly string[], at: number, before: Concept = 'filler'): Known | undefined {
  const next = isMark(plain[at]) ? entryAt(plain, at + 1) : undefined;
  const isOne = next?.concept === before || (isOfAddress(before) && next && isOfAddress(next.concept));
  return isOne ? next : undefined;
}

const isMark = (word = '') => /^[,/&]$/.test(word);
const isOfAddress = (concept: Concept) =>
  ['address', 'unit', 'city', 'state', 'zip', 'county'].includes(concept);

interface Known {
  concept: Concept;
  /** The index of the word behind it. */
  end: number;
}

function entryAt(plain: readonly string[], at: number): Known | undefined {
  for (const { said, concept } of entries.get(plain[at] ?? '') ?? []) {
    const end = endOfRun(plain, at, said);
    if (end !== undefined) return { concept, end };
  }
  return undefined;
}

/** The words may have a mark between them, as in "D/C". */
function endOfRun(plain: readonly string[], from: number, said: readonly string[]): number | undefined {
  let at = from;
  for (const [index, word] of said.entries()) {
    if (index > 0 && isMark(plain[at])) at += 1;
    if (plain[at] !== word) return undefined;
    at += 1;
  }
  return at;
}

/** A longer text is a sentence. */
const MOST_WORDS = 9;

function rowOf(has: ReadonlySet<Concept>): Omit<LabelRow, 'said'> | undefined {
  const means = meaningOf(has);
  if (!means) return undefined;
  const whose = ownerOf(has);
  if (has.has('former')) return { means: 'nothing', owner: 'former' };
  if (neverOwned.has(means))
    return whose.owner === 'other' ? { means: 'nothing', owner: 'other' } : { means };
  return { means, ...whose };
}

/** Facts of the referral itself, of which no one else has one. */
const neverOwned = new Set<Meaning>([
  'primary diagnosis',
  'other diagnoses',
  'homebound',
  'requested start',
  'start of care',
  'discharge',
  'services',
  'summary',
  'received',
  'time',
  'room',
]);

/** The first row of which one concept is there, with the other one if it names two. */
// oxfmt-ignore
const owners: readonly [owner: Owner, any: readonly Concept[], and?: Concept | undefined, doubt?: string][] = [
    ['other', ['stranger']],
    // The first contact is the one to call.
    ['other', ['emergency', 'representative'], 'second'],
    ['encounter', ['encounter']],
    ['authorization', ['authorization', 'visits']],
    ['emergency', ['emergency']],
    ['representative', ['representative']],
    ['certifying', ['certifying']],
    ['certifying', ['primary care'], undefined, primaryCareDoubt],
    ['ordering', ['attending'], undefined, attendingDoubt],
    ['ordering', ['facility'], 'physician', attendingDoubt],
    ['certifying', ['first'], 'physician', primaryCareDoubt],
    ['ordering', ['ordering']],
    ['ordering', ['referral'], 'physician'],
    ['source', ['referral']],
    ['secondary payer', ['payer', 'plan', 'member', 'insured'], 'second'],
    ['payer', ['payer', 'plan']],
    ['payer', ['member', 'insured'], 'number'],
    ['other', ['insured']],
    ['facility', ['facility']],
    ['ordering', ['physician'], undefined, physicianDoubt],
    ['patient', ['patient', 'member', 'medicare', 'social security']],
  ];

function ownerOf(has: ReadonlySet<Concept>): Pick<LabelRow, 'owner' | 'doubt' | 'isVague'> {
  const row = owners.find(
    ([, any, and]) => any.some((each) => has.has(each)) && (and === undefined || has.has(and)),
  );
  if (!row) return {};
  const [owner, , , doubt] = row;
  if (doubt === undefined) return { owner };
  return { owner, doubt, ...(doubt === physicianDoubt && { isVague: true }) };
}

/** The first row whose concepts are all there. */
// oxfmt-ignore
const meanings: readonly [means: Meaning, all: readonly Concept[], none?: readonly Concept[]][] = [
  ['nothing', ['no field']],
  ['nothing', ['last', 'discharge']],
  ['birth date', ['birth']],
  ['social security number', ['social security']],
  ['npi', ['npi']],
  ['address', ['city', 'zip']],
  ['zip', ['zip']],
  ['county', ['county']],
  ['unit', ['unit']],
  ['phone', ['phone']],
  ['name', ['name', 'address']],
  ['address', ['address']],
  ['city', ['city']],
  ['state', ['state']],
  ['sex', ['sex']],
  ['language', ['language']],
  ['homebound', ['homebound']],
  ['other diagnoses', ['diagnosis', 'second']],
  ['primary diagnosis', ['diagnosis']],
  ['visits', ['visits']],
  ['needed', ['authorization', 'needed']],
  ['from and to', ['authorization', 'start', 'end']],
  ['from', ['authorization', 'start']],
  ['to', ['authorization', 'end']],
  ['from and to', ['authorization', 'date']],
  ['member number', ['authorization']],
  ['date', ['encounter', 'date']],
  ['by', ['encounter', 'by']],
  ['by', ['encounter', 'physician']],
  ['by', ['encounter', 'name']],
  ['date', ['encounter']],
  ['requested start', ['start', 'coming']],
  ['requested start', ['start', 'referral']],
  ['start of care', ['start', 'care']],
  ['start of care', ['start', 'date'], ['payer', 'plan']],
  ['discharge', ['discharge', 'date']],
  ['discharge', ['discharge', 'coming']],
  ['received', ['referral', 'date']],
  ['received', ['received', 'date']],
  ['received', ['referral', 'received']],
  ['summary', ['summary']],
  ['services', ['services'], ['physician']],
  ['last name', ['last'], ['physician']],
  ['first name', ['given'], ['physician']],
  ['medicare number', ['medicare', 'number'], ['payer', 'physician']],
  ['medicare number', ['medicare', 'patient']],
  ['member number', ['payer', 'number']],
  ['member number', ['member', 'number']],
  ['member number', ['plan', 'number']],
  ['member number', ['stranger', 'number']],
  ['member number', ['insured', 'number']],
  ['name', ['insured', 'plan']],
  ['name', ['payer', 'plan', 'name']],
  ['plan', ['plan', 'name'], ['payer']],
  ['room', ['room']],
  ['from', ['referral', 'organization']],
  ['from', ['referral', 'facility']],
  ['name', ['name']],
  ['name', ['facility', 'discharge']],
  ['name', ['emergency']],
  ['name', ['representative']],
  ['name', ['referral', 'contact']],
  ['name', ['physician', 'referral']],
  ['name', ['physician', 'ordering']],
  ['name', ['physician', 'certifying']],
  ['name', ['physician', 'attending']],
  ['name', ['primary care']],
  ['name', ['physician', 'first']],
  ['name', ['payer', 'first']],
  ['name', ['payer', 'second']],
  ['name', ['payer'], ['date', 'start', 'end']],
  ['name', ['facility']],
  ['from and to', ['start', 'end']],
  ['from', ['start']],
  ['to', ['end']],
  ['nothing', ['stranger']],
  ['nothing', ['date']],
];

function meaningOf(has: ReadonlySet<Concept>): Meaning | undefined {
  return meanings.find(
    ([, all, none = []]) => all.every((each) => has.has(each)) && !none.some((each) => has.has(each)),
  )?.[0];
}
