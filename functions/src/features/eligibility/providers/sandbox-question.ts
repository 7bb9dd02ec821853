import { dayOf } from '../x12/calendar.ts';
import { at, readX12, type Segment } from '@handoff/shared/domain/eligibility/x12';

/** What the 270 asks, in X12's own spelling. */
export interface Asked {
  mbi: string;
  lastName: string;
  firstName: string;
  birthDate: string;
  /** `yyyy-mm-dd` */
  dateOfService: string;
  agencyName: string;
  npi: string;
  trace: string;
  originator: string;
  submitter: string;
  payer: string;
  day: string;
  time: string;
  control: string;
}

/** Undefined when it is no 270 of one person on one date. */
export function readQuestion(raw270: string): Asked | undefined {
  const interchange = readX12(raw270);
  if (interchange.kind === 'notX12') return undefined;
  const { segments } = interchange;
  const find = (id: string, code?: string) =>
    segments.find((segment) => segment.id === id && (code === undefined || at(segment, 1) === code));
  const [isa, person, agency, trace] = [find('ISA'), find('NM1', 'IL'), find('NM1', '1P'), find('TRN')];
  const dateOfService = dayOf(value(find('DTP', '291'), 3).slice(0, 8));
  if (!person || !agency || !dateOfService) return undefined;
  return {
    mbi: value(person, 9),
    lastName: value(person, 3),
    firstName: value(person, 4),
    birthDate: value(find('DMG'), 2),
    dateOfService,
    agencyName: value(agency, 3),
    npi: value(agency, 9),
    trace: value(trace, 2),
    originator: value(trace, 3),
    submitter: value(isa, 6),
    payer: value(isa, 8),
    day: value(isa, 9),
    time: value(isa, 10),
    control: value(isa, 13),
  };
}

const value = (segment: Segment | undefined, index: number) => (segment ? at(segment, index).trim() : '');
