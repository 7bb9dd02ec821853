import { allLines, type BenefitGroup } from './benefit-group.ts';
import { readBenefit } from './benefit-rules.ts';
import { dayOf } from './calendar.ts';
import type { Beneficiary, Facts, Rejection } from './facts.ts';
import { readReply, type Reply, type Transaction } from './transaction.ts';
import { at, lineOf, repeated, type Segment, components } from '@handoff/shared/domain/eligibility/x12';

export type Answer = { kind: '271'; facts: Facts } | Exclude<Reply, Transaction>;

/** Reads whatever came back. Nothing is dropped in silence: what no rule knows is in `unread` or `problems`. */
export function parse271(text: string): Answer {
  const reply = readReply(text);
  return reply.kind === '271' ? { kind: '271', facts: factsOf(reply) } : reply;
}

function factsOf(transaction: Transaction): Facts {
  const facts = noFacts(transaction);
  const { heading, groups } = arrange(transaction.body);
  for (const { segment, level } of heading) readHeading(segment, level, facts);
  for (const group of groups) readGroup(group, facts);
  facts.unread.push(...transaction.strays.map(lineOf));
  return facts;
}

const headingSegments = new Set(
  'BHT HL NM1 N2 N3 N4 PER PRV REF DMG INS HI DTP MPI TRN AAA LS LE'.split(' '),
);
const groupSegments = new Set('HSD REF DTP AAA MSG III LS LE NM1 N2 N3 N4 PER PRV'.split(' '));

type Level = Rejection['level'];
const levels = new Map<string, Level>([
  ['20', 'payer'],
  ['21', 'provider'],
  ['22', 'subscriber'],
]);

function arrange(body: Segment[]) {
  const heading: { segment: Segment; level: Level }[] = [];
  const groups: (BenefitGroup & { level: Level })[] = [];
  let level: Level = 'unknown';
  let isInGroup = false;
  for (const segment of body) {
    if (segment.id === 'HL') level = levels.get(at(segment, 3)) ?? 'unknown';
    if (segment.id === 'EB') {
      groups.push({ eb: segment, serviceTypes: repeated(segment, 3), rows: [], level });
      isInGroup = true;
      continue;
    }
    if (segment.id === 'HL') isInGroup = false;
    if (isInGroup) groups.at(-1)?.rows.push(segment);
    else heading.push({ segment, level });
  }
  return { heading, groups };
}

function readGroup(group: BenefitGroup & { level: Level }, facts: Facts): void {
  for (const row of group.rows) {
    if (row.id === 'AAA') facts.rejections.push(rejectionOf(row, group.level));
    if (!groupSegments.has(row.id)) facts.unread.push(lineOf(row));
    readDeath(row, facts);
  }
  if (readBenefit(group, facts)) return;
  (isIgnoredForm(group.eb) ? facts.ignored : facts.unread).push(allLines(group));
}

function readHeading(segment: Segment, level: Level, facts: Facts): void {
  if (!headingSegments.has(segment.id)) facts.unread.push(lineOf(segment));
  if (segment.id === 'AAA') facts.rejections.push(rejectionOf(segment, level));
  if (segment.id === 'TRN') facts.trace = at(segment, 2);
  readDeath(segment, facts);
  readBeneficiary(segment, facts.beneficiary);
  if (segment.id === 'N3' && level === 'subscriber') facts.beneficiary.address = at(segment, 1);
}

function readDeath(segment: Segment, facts: Facts): void {
  if (segment.id !== 'DTP' || at(segment, 1) !== '442') return;
  const date = dayOf(at(segment, 3).slice(0, 8));
  if (date) facts.death = { date, segment: lineOf(segment) };
  else facts.unread.push(lineOf(segment));
}

function readBeneficiary(segment: Segment, beneficiary: Beneficiary): void {
  if (segment.id === 'NM1' && at(segment, 1) === 'IL') {
    beneficiary.lastName = at(segment, 3);
    beneficiary.firstName = at(segment, 4);
    beneficiary.middleName = at(segment, 5);
    beneficiary.mbi = at(segment, 9);
  }
  if (segment.id === 'DMG') {
    beneficiary.birthDate = dayOf(at(segment, 2));
    beneficiary.gender = at(segment, 3);
  }
  // INS03/04 001/25: the payer corrected what was asked with.
  if (segment.id === 'INS' && at(segment, 3) === '001' && at(segment, 4) === '25') {
    beneficiary.isCorrected = true;
    beneficiary.correction = lineOf(segment);
  }
}

function rejectionOf(aaa: Segment, level: Level): Rejection {
  return { code: at(aaa, 3).trim(), followUp: at(aaa, 4).trim(), level, segment: lineOf(aaa) };
}

function noFacts({ problems, missingSegments, isCutOff }: Transaction): Facts {
  return {
    problems,
    missingSegments,
    isCutOff,
    trace: '',
    rejections: [],
    beneficiary: noBeneficiary(),
    death: undefined,
    entitlements: [],
    medicareAdvantage: [],
    partD: [],
    secondaryPayers: [],
    hospice: [],
    hospicePeriodsUsed: undefined,
    homeHealth: [],
    certifications: [],
    kidneyDisease: [],
    assistance: [],
    amounts: [],
    unread: [],
    ignored: [],
  };
}

function noBeneficiary(): Beneficiary {
  const names = { lastName: '', firstName: '', middleName: '' };
  return {
    ...names,
    mbi: '',
    birthDate: undefined,
    gender: '',
    address: '',
    isCorrected: false,
    correction: '',
  };
}

/** The forms of EB that are left out on purpose; every other form no rule reads is shown to people. */
export function isIgnoredForm(eb: Segment): boolean {
  const isAboutMedicare = ['MA', 'MB'].includes(at(eb, 4));
  if (!isAboutMedicare) return false;
  const form = at(eb, 1);
  // Co-payments, limitations, services not covered, reserve days: amounts and counts, no reason to refuse.
  if (['B', 'F', 'I', 'K'].includes(form)) return !saysNothing(eb);
  // Entitlement repeated for a single service type; the line of service type 30 is the one that is read.
  if (form === '1') return repeated(eb, 3).length > 0;
  // When a preventive service is due next.
  return form === 'D' && components(eb, 13)[0] === 'HC';
}

const saysNothing = (eb: Segment) => eb.elements.slice(5).every((element) => element === '');
