import { dayOf, type Period } from './calendar.ts';
import { at, lineOf, type Segment } from '@handoff/shared/domain/eligibility/x12';

/** An EB with all its lines: up to the next EB, HL or SE, including the LS/LE loop. */
export interface BenefitGroup {
  eb: Segment;
  /** EB01. */
  form: string;
  /** EB03: the service types of the line; none when it names none. */
  serviceTypes: readonly string[];
  /** EB04. */
  insurance: string;
  rows: Segment[];
  /** The group's lines by segment, sorted once because every rule reads them. */
  dates: Segment[];
  messages: Segment[];
}

export const groupOf = (eb: Segment): BenefitGroup => ({
  eb,
  form: at(eb, 1),
  serviceTypes: serviceTypesOf(eb),
  insurance: at(eb, 4),
  rows: [],
  dates: [],
  messages: [],
});

/** Answers of the 4010 guide declare no repetition separator but contain lists anyway. */
const serviceTypesOf = (eb: Segment): string[] =>
  at(eb, 3)
    .split(/[^A-Za-z0-9]/)
    .filter(Boolean);

/** EB13: the procedure. Older answers part it by a character that ISA does not declare, or have it elsewhere. */
export function procedureOf(eb: Segment): { qualifier: string; code: string } | undefined {
  if (eb.elements.length <= FIRST_OF_PROCEDURE) return undefined;
  const given = at(eb, 13) || eb.elements.slice(FIRST_OF_PROCEDURE).find((value) => composite.test(value));
  if (given === undefined) return undefined;
  const [qualifier = '', code = ''] = given.split(/[^A-Za-z0-9]/);
  return { qualifier, code };
}

const FIRST_OF_PROCEDURE = 12;
const composite = /^[A-Z]{2}[^A-Za-z0-9][A-Z0-9]{5}/;

export function addRow(group: BenefitGroup, row: Segment): void {
  group.rows.push(row);
  if (row.id === 'DTP') group.dates.push(row);
  if (row.id === 'MSG') group.messages.push(row);
}

/** A fact of one EB line and the dates it is true for. */
export interface DatedLine {
  /** Undefined when the payer gave no dates. */
  period: Period | undefined;
  /** True when there was a date, but no such day exists. */
  isDateUnreadable: boolean;
  /** The source lines, including messages. */
  segment: string;
}

/** The order of qualifiers for a line without any of its own: plan, eligibility, coordination, benefit, service. */
const otherPeriods = ['291', '307', '290', '292', '472'];
const beginQualifiers = ['346', '348', '356'];
const endQualifiers = ['347', '349', '357'];

/** Returns one line for each period of the group; one without a period when it is undated. */
export function datedLines(group: BenefitGroup, qualifiers: readonly string[]): DatedLine[] {
  const dates = datesUnder(group, qualifiers);
  const lines: DatedLine[] = [];
  let messages: string | undefined;
  for (const dtp of dates) {
    const period = periodOf(dtp);
    if (!period) continue;
    messages ??= linesOf(group.messages);
    const segment = `${lineOf(group.eb)}~${lineOf(dtp)}${messages}`;
    lines.push({ period, isDateUnreadable: false, segment });
  }
  if (lines.length > 0 && lines.length === dates.length) return lines;
  const isDateUnreadable = dates.length > 0;
  lines.push({
    period: isDateUnreadable ? undefined : betweenDates(group),
    isDateUnreadable,
    segment: allLines(group),
  });
  return lines;
}

function datesUnder({ dates }: BenefitGroup, qualifiers: readonly string[]): Segment[] {
  const own = dates.filter((dtp) => qualifiers.includes(at(dtp, 1)));
  return own.length > 0 ? own : dates.filter((dtp) => otherPeriods.includes(at(dtp, 1)));
}

export const allLines = ({ eb, rows }: BenefitGroup): string => lineOf(eb) + linesOf(rows);

function linesOf(rows: readonly Segment[]): string {
  let lines = '';
  for (const row of rows) lines += `~${lineOf(row)}`;
  return lines;
}

export function periodOf(dtp: Segment): Period | undefined {
  const value = at(dtp, 3).trim();
  if (at(dtp, 2) === 'D8') {
    const from = dayOf(value);
    return from ? { from } : undefined;
  }
  if (at(dtp, 2) !== 'RD8') return undefined;
  const dash = value.indexOf('-');
  const from = dayOf(dash === -1 ? value : value.slice(0, dash));
  if (!from) return undefined;
  const last = dash === -1 ? '' : value.slice(dash + 1);
  // Both 99991231 and a missing end mean "open".
  if (last === '' || /^9999[^-]*$/.test(last)) return { from };
  const to = dayOf(last);
  return to && to >= from ? { from, to } : undefined;
}

function betweenDates(group: BenefitGroup): Period | undefined {
  const from = dateOf(group, beginQualifiers);
  const to = dateOf(group, endQualifiers);
  if (from === undefined && to === undefined) return undefined;
  return { ...(from && { from }), ...(to && { to }) };
}

export function dateOf(group: BenefitGroup, qualifiers: readonly string[]): string | undefined {
  const dtp = group.dates.find((row) => qualifiers.includes(at(row, 1)));
  return dtp ? dayOf(at(dtp, 3).slice(0, 8)) : undefined;
}

/** Returns REF02 and REF03 under this qualifier. */
export function referenceOf(group: BenefitGroup, qualifier: string): { value: string; text: string } {
  const ref = group.rows.find((row) => row.id === 'REF' && at(row, 1) === qualifier);
  return { value: ref ? at(ref, 2).trim() : '', text: ref ? at(ref, 3).trim() : '' };
}

export function messagesOf(group: BenefitGroup): string[] {
  return group.messages.map((row) => at(row, 1));
}

/** An entity named in the group's loop: the plan, the other agency, the contractor. */
export interface Entity {
  code: string;
  name: string;
  /** NM108, the type of the id: `XX` is an NPI, `SV` an older provider number. */
  idKind: string;
  id: string;
  address: string;
  phone: string;
  website: string;
}

export function entitiesOf(group: BenefitGroup): Entity[] {
  const entities: Entity[] = [];
  let current: Entity | undefined;
  for (const row of group.rows) {
    if (row.id === 'NM1') entities.push((current = namedBy(row)));
    else if (current) describe(current, row);
  }
  return entities;
}

function namedBy(nm1: Segment): Entity {
  const name = [at(nm1, 4), at(nm1, 3)].filter(Boolean).join(' ');
  return { code: at(nm1, 1), name, idKind: at(nm1, 8), id: at(nm1, 9), address: '', phone: '', website: '' };
}

function describe(entity: Entity, row: Segment): void {
  if (row.id === 'N3') entity.address = [at(row, 1), at(row, 2)].filter(Boolean).join(', ');
  if (row.id === 'N4')
    entity.address = [entity.address, at(row, 1), `${at(row, 2)} ${at(row, 3).slice(0, 5)}`.trim()]
      .filter(Boolean)
      .join(', ');
  if (row.id !== 'PER') return;
  for (const index of [3, 5, 7]) {
    if (at(row, index) === 'TE') entity.phone = at(row, index + 1);
    if (at(row, index) === 'UR') entity.website = at(row, index + 1);
  }
}
