import { dayOf, type Period } from './calendar.ts';
import { at, lineOf, type Segment } from '@handoff/shared/domain/eligibility/x12';

/** An EB with everything that belongs to it: up to the next EB, HL or SE, the LS/LE loop included. */
export interface BenefitGroup {
  eb: Segment;
  /** EB03: what the line is about; none when it does not say. */
  serviceTypes: readonly string[];
  rows: Segment[];
}

/** A fact of one EB line and the dates it is true for. */
export interface DatedLine {
  /** Undefined: the payer gave no dates. */
  period: Period | undefined;
  /** There was a date, but no such day. */
  isDateUnreadable: boolean;
  /** The lines it was read from, messages included. */
  segment: string;
}

/** When a line carries none of its own qualifiers: plan, eligibility, coordination, benefit, service. */
const otherPeriods = ['291', '307', '290', '292', '472'];
const beginnings = ['346', '348', '356'];
const endings = ['347', '349', '357'];

/** One line for each period of the group; one without a period when it is undated. */
export function datedLines(group: BenefitGroup, qualifiers: readonly string[]): DatedLine[] {
  const own = group.rows.filter((row) => row.id === 'DTP' && qualifiers.includes(at(row, 1)));
  const dates = own.length > 0 ? own : group.rows.filter(isOtherPeriod);
  const readings = dates.map((dtp) => ({ dtp, period: periodOf(dtp) }));
  const messages = group.rows.filter(({ id }) => id === 'MSG');
  const readable = readings.flatMap(({ dtp, period }) => {
    if (!period) return [];
    const segment = [group.eb, dtp, ...messages].map(lineOf).join('~');
    return [{ period, isDateUnreadable: false, segment }];
  });
  if (readable.length > 0 && readable.length === readings.length) return readable;
  const between = readings.length === 0 ? betweenDates(group) : undefined;
  if (between) return [{ period: between, isDateUnreadable: false, segment: allLines(group) }];
  const undated = { period: undefined, isDateUnreadable: readings.length > 0, segment: allLines(group) };
  return [...readable, undated];
}

const isOtherPeriod = (row: Segment) => row.id === 'DTP' && otherPeriods.includes(at(row, 1));

export const allLines = (group: BenefitGroup): string => [group.eb, ...group.rows].map(lineOf).join('~');

export function periodOf(dtp: Segment): Period | undefined {
  const value = at(dtp, 3).trim();
  if (at(dtp, 2) === 'D8') {
    const from = dayOf(value);
    return from ? { from } : undefined;
  }
  const [first = '', last = '', ...more] = value.split('-');
  const from = dayOf(first);
  if (at(dtp, 2) !== 'RD8' || more.length > 0 || !from) return undefined;
  // 99991231 and an end that is left out both mean "open".
  if (last === '' || last.startsWith('9999')) return { from };
  const to = dayOf(last);
  return to && to >= from ? { from, to } : undefined;
}

export function betweenDates(group: BenefitGroup): Period | undefined {
  const from = dateOf(group, beginnings);
  const to = dateOf(group, endings);
  if (from === undefined && to === undefined) return undefined;
  return { ...(from && { from }), ...(to && { to }) };
}

/** The single date under one of these qualifiers. */
export function dateOf(group: BenefitGroup, qualifiers: readonly string[]): string | undefined {
  const dtp = group.rows.find((row) => row.id === 'DTP' && qualifiers.includes(at(row, 1)));
  return dtp ? dayOf(at(dtp, 3).slice(0, 8)) : undefined;
}

/** REF02 and REF03 under this qualifier. */
export function referenceOf(group: BenefitGroup, qualifier: string): { value: string; text: string } {
  const ref = group.rows.find((row) => row.id === 'REF' && at(row, 1) === qualifier);
  return { value: ref ? at(ref, 2).trim() : '', text: ref ? at(ref, 3).trim() : '' };
}

export function messagesOf(group: BenefitGroup): string[] {
  return group.rows.filter(({ id }) => id === 'MSG').map((row) => at(row, 1));
}

/** Someone named in the group's loop: the plan, the other agency, the contractor. */
export interface Entity {
  code: string;
  name: string;
  /** NM108: what the id is, `XX` an NPI, `SV` an older provider number. */
  idKind: string;
  id: string;
  address: string;
  phone: string;
  website: string;
}

export function entitiesOf(group: BenefitGroup): Entity[] {
  const entities: Entity[] = [];
  for (const row of group.rows) {
    const current = entities.at(-1);
    if (row.id === 'NM1') entities.push(namedBy(row));
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
