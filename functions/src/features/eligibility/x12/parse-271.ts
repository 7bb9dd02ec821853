import { addRow, allLines, groupOf, periodOf, type BenefitGroup } from './benefit-group.ts';
import { isLeftOut, readBenefit } from './benefit-forms.ts';
import { dayOf, type Period } from './calendar.ts';
import type { Facts, Level, Payer, Rejection } from './facts.ts';
import { maskMbi } from '@handoff/shared/domain/person/identifiers';
import { readReply, type Reply, type Transaction } from './transaction.ts';
import { at, lineOf, type Segment } from '@handoff/shared/domain/eligibility/x12';

/** `people` has the facts about each person, one entry for each loop of a person in each transaction. */
export type Answer = { kind: '271'; people: Facts[] } | Exclude<Reply, { kind: '271' }>;

/** Reads any reply. Nothing is dropped silently: lines without a rule are in `unread` or `problems`. */
export function parse271(text: string): Answer {
  const reply = readReply(text);
  if (reply.kind !== '271') return reply;
  const arranged = reply.transactions.map((transaction) => ({ transaction, ...arrange(transaction.body) }));
  const sum = (of: (each: Arranged) => number) => arranged.reduce((total, each) => total + of(each), 0);
  if (sum(readPerPerson) > MOST_REPEATED) return { kind: 'notX12', why: 'it is about too many people' };
  if (sum(readPerDate) > MOST_REPEATED) return { kind: 'notX12', why: 'its benefits have too many dates' };
  return { kind: '271', people: arranged.flatMap(peopleOf) };
}

/** Segments that are given once and read for each person or date; an answer to one inquiry has about a dozen. */
const MOST_REPEATED = 20_000;

interface Arranged {
  transaction: Transaction;
  shared: Loop;
  people: Loop[];
}

const readPerPerson = ({ transaction, shared, people }: Arranged) =>
  Math.max(people.length, 1) * (shared.heading.length + shared.groups.length + transaction.strays.length);

/** Each dated line of a benefit has all its messages. */
const readPerDate = ({ shared, people }: Arranged) =>
  [shared, ...people]
    .flatMap(({ groups }) => groups)
    .reduce((total, { group }) => total + group.dates.length * group.messages.length, 0);

/** Payer and provider are given once and apply to everyone; a benefit outside a person's loop belongs to no one. */
function peopleOf({ transaction, shared, people }: Arranged): Facts[] {
  if (people.length === 0) return [factsOf(transaction, shared, [])];
  const strays = shared.groups.filter(({ group }) => !isForEveryone(group));
  const forEveryone = shared.groups.filter(({ group }) => isForEveryone(group));
  return people.map(({ heading, groups }) =>
    factsOf(
      transaction,
      { heading: [...shared.heading, ...heading], groups: [...forEveryone, ...groups] },
      strays.map(({ group }) => allLines(group)),
    ),
  );
}

/** An inquiry that could not be processed failed for each of its people. */
export const isForEveryone = ({ form }: BenefitGroup): boolean => form === 'V';

function factsOf(transaction: Transaction, { heading, groups }: Loop, strayBenefits: string[]): Facts {
  const facts = noFacts(transaction);
  for (const { segment, level } of heading) readHeading(segment, level, facts);
  facts.answeredDates = answeredDates(heading);
  for (const { group, level } of groups) readGroup(group, level, facts);
  facts.unread.push(...transaction.strays.map(lineOf), ...strayBenefits);
  return facts;
}

const levels = new Map<string, Level>([
  ['20', 'payer'],
  ['21', 'provider'],
  ['22', 'subscriber'],
  ['23', 'dependent'],
]);

const isPerson = (level: Level) => level === 'subscriber' || level === 'dependent';

interface Loop {
  heading: { segment: Segment; level: Level }[];
  groups: { group: BenefitGroup; level: Level }[];
}

export function arrange(body: Segment[]): { shared: Loop; people: Loop[] } {
  const shared: Loop = { heading: [], groups: [] };
  const people: Loop[] = [];
  let loop = shared;
  let level: Level = 'unknown';
  let group: BenefitGroup | undefined;
  for (const segment of body) {
    if (segment.id === 'HL') {
      level = levels.get(at(segment, 3)) ?? 'unknown';
      group = undefined;
      loop = isPerson(level) ? { heading: [], groups: [] } : shared;
      if (loop !== shared) people.push(loop);
    }
    if (segment.id === 'EB') {
      group = groupOf(segment);
      loop.groups.push({ group, level });
    } else if (group) addRow(group, segment);
    else loop.heading.push({ segment, level });
  }
  return { shared, people };
}

/** Qualifier 307 repeats the dates of the inquiry; 291 does so in answers of other relays. A D8 is that day only. */
function answeredDates(heading: Loop['heading']): (Period | undefined)[] {
  const ofPerson = heading.filter(({ segment, level }) => segment.id === 'DTP' && isPerson(level));
  const under = (qualifier: string) => ofPerson.filter(({ segment }) => at(segment, 1) === qualifier);
  const dates = under('307').length > 0 ? under('307') : under('291');
  return dates.map(({ segment }) => {
    const period = periodOf(segment);
    return period?.from !== undefined && at(segment, 2) === 'D8'
      ? { from: period.from, to: period.from }
      : period;
  });
}

export function readGroup(group: BenefitGroup, level: Level, facts: Facts): void {
  for (const row of group.rows) {
    if (row.id === 'AAA') facts.rejections.push(rejectionOf(row, level));
    if (!benefitSegments.has(row.id) || isUnknownDate(row)) facts.unread.push(lineOf(row));
    readDeath(row, facts);
  }
  if (readBenefit(group, facts)) return;
  (isLeftOut(group) ? facts.ignored : facts.unread).push(allLines(group));
}

export function readHeading(segment: Segment, level: Level, facts: Facts): void {
  if (!headingSegments.has(segment.id) || isUnknownDate(segment)) facts.unread.push(lineOf(segment));
  if (segment.id === 'AAA') facts.rejections.push(rejectionOf(segment, level));
  if (segment.id === 'TRN' && at(segment, 1) === '2') facts.traces.push(at(segment, 2));
  if (segment.id === 'NM1' && level === 'payer') facts.payer = { name: at(segment, 3), id: at(segment, 9) };
  if (segment.id === 'BHT') facts.writtenOn = dayOf(at(segment, 4));
  if (!isPerson(level)) return;
  readDeath(segment, facts);
  readBeneficiary(segment, level, facts);
}

const headingSegments = new Set(
  'BHT HL NM1 N2 N3 N4 PER PRV REF DMG INS HI DTP MPI TRN AAA LS LE'.split(' '),
);
const benefitSegments = new Set('HSD REF DTP AAA MSG III LS LE NM1 N2 N3 N4 PER PRV'.split(' '));
/** A date under any other qualifier is shown to people, because it may say when something ends. */
export const knownDates: ReadonlySet<string> = new Set(
  (
    '291 307 290 292 472 435 193 194 356 096 442 346 347 348 349 357 ' +
    '102 152 198 295 304 318 340 341 342 343 382 458 539 540 636 771'
  ).split(' '),
);

const isUnknownDate = (row: Segment) => row.id === 'DTP' && !knownDates.has(at(row, 1));

/** CMS and the relays that pass its answers on name Medicare; a plan may have the word in its name. */
export const isMedicare = ({ name, id }: Payer): boolean =>
  (name === '' && id === '') ||
  /^CMS/i.test(id) ||
  (/\b(?:CMS|MEDICARE)\b/i.test(name) &&
    !/ADVANTAGE|\b(?:HMO|PPO|PLANS?|PLUS|COMPLETE|SUPPLEMENT|MEDIGAP|INSURANCE)\b/i.test(name));

function readDeath(segment: Segment, facts: Facts): void {
  if (segment.id !== 'DTP' || at(segment, 1) !== '442') return;
  const date = dayOf(at(segment, 3).slice(0, 8));
  if (!date) {
    facts.unread.push(lineOf(segment));
    return;
  }
  facts.beneficiary.DateOfDeath = date;
  facts.death = lineOf(segment);
}

function readBeneficiary(segment: Segment, level: Level, facts: Facts): void {
  const { beneficiary } = facts;
  if (segment.id === 'N3') beneficiary.Address = at(segment, 1);
  if (segment.id === 'NM1' && at(segment, 1) === (level === 'subscriber' ? 'IL' : '03')) {
    beneficiary.LastName = at(segment, 3);
    beneficiary.FirstName = at(segment, 4);
    beneficiary.MiddleName = at(segment, 5);
    beneficiary.Mbi = maskMbi(at(segment, 9));
    facts.mbi = at(segment, 9);
  }
  if (segment.id === 'DMG') {
    beneficiary.DateOfBirth = dayOf(at(segment, 2)) ?? null;
    beneficiary.Gender = at(segment, 3);
  }
  // INS03/04 001/25 means that the payer corrected the details of the inquiry.
  if (segment.id === 'INS' && at(segment, 3) === '001' && at(segment, 4) === '25')
    facts.correction = lineOf(segment);
}

function rejectionOf(aaa: Segment, level: Level): Rejection {
  return { code: at(aaa, 3).trim(), followUp: at(aaa, 4).trim(), level, segment: lineOf(aaa) };
}

export function noFacts({ problems, missingSegments, isCutOff }: Transaction): Facts {
  return {
    problems,
    missingSegments,
    isCutOff,
    traces: [],
    writtenOn: undefined,
    answeredDates: [],
    rejections: [],
    payer: { name: '', id: '' },
    processingFailure: undefined,
    beneficiary: {
      FirstName: '',
      MiddleName: '',
      LastName: '',
      DateOfBirth: null,
      Gender: '',
      Address: '',
      Mbi: '',
      DateOfDeath: null,
    },
    mbi: '',
    correction: undefined,
    death: undefined,
    entitlements: [],
    medicareAdvantage: [],
    partD: [],
    secondaryPayers: [],
    hospice: [],
    hospicePeriodsUsed: null,
    homeHealth: [],
    certifications: [],
    kidneyDisease: [],
    assistance: [],
    deductibles: [],
    therapy: [],
    daysLeft: [],
    unread: [],
    ignored: [],
  };
}
