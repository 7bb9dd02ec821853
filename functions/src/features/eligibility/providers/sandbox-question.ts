import { at, readX12, type Segment } from '@handoff/shared/domain/eligibility/x12';

/** The contents of a 270, in X12's own spelling. */
export interface Asked {
  mbi: string;
  lastName: string;
  firstName: string;
  birthDate: string;
  /** `yyyy-mm-dd` */
  dateOfService: string;
  /** The dates as sent: `D8*20250610` or `RD8*20240510-20251010`. */
  dates: string;
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

/** Returns undefined unless the text is a 270 about one person, with dates. */
export function readQuestion(raw270: string, dateOfService: string): Asked | undefined {
  const interchange = readX12(raw270);
  if (interchange.kind === 'notX12') return undefined;
  const { segments } = interchange;
  const find = (id: string, code?: string) =>
    segments.find((segment) => segment.id === id && (code === undefined || at(segment, 1) === code));
  const [isa, person, agency, trace] = [find('ISA'), find('NM1', 'IL'), find('NM1', '1P'), find('TRN')];
  const dates = find('DTP', '291');
  if (!person || !agency || !dates) return undefined;
  return {
    mbi: value(person, 9),
    lastName: value(person, 3),
    firstName: value(person, 4),
    birthDate: value(find('DMG'), 2),
    dateOfService,
    dates: `${at(dates, 2)}*${at(dates, 3)}`,
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
