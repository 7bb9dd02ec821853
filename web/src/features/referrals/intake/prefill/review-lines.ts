import { textOfDay } from '@handoff/shared/domain/records/calendar-day';
import { PrefilledField } from '@handoff/shared/domain/referral/prefilled';
import { referralFieldAt } from '@handoff/shared/domain/referral/referral-field-table';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { valueAt } from '../../../../data/records/merge.ts';
import { fieldText } from '../../../../text/labels/change-labels.ts';
import type { CheckState } from '../../../../ui/check-glyph.tsx';
import { textOfMinute } from '../../../../ui/inputs/typed-time.ts';
import type { Offered } from './offered.ts';

/** What a person has said of a proposed value. */
export type Decision = 'open' | 'accepted' | 'left out';

export interface Decided extends Offered {
  decision: Decision;
}

/** Values that are decided together. */
export interface ReviewLine {
  label: string;
  /** Between the texts of its values, as a person would write them. */
  separator: string;
  /** The worst of its values. */
  check: Decided['check'];
  offers: readonly Decided[];
  decision: Decision;
}

// A number is no use without the name that it belongs to, and the order is that of the text.
// oxfmt-ignore
const together: Readonly<Record<string, readonly string[]>> = {
  Contact:                   ['Source.ContactName', 'Source.Phone'],
  Patient:                   ['Patient.FirstName', 'Patient.LastName'],
  Address:                   ['Address.StreetAddress', 'Address.Unit', 'Address.City', 'Address.County', 'Address.State', 'Address.ZipCode'],
  'Primary payer':           ['Payers.0.Name', 'Payers.0.Plan', 'Payers.0.MemberId'],
  'Secondary payer':         ['Payers.1.Name', 'Payers.1.Plan', 'Payers.1.MemberId'],
  'Ordering practitioner':   ['Clinical.OrderingPractitioner', 'Clinical.OrderingNpi'],
  'Certifying practitioner': ['Clinical.CertifyingPractitioner', 'Clinical.CertifyingNpi'],
  'Face-to-face encounter':  ['Clinical.FaceToFaceDate', 'Clinical.FaceToFaceBy'],
  'Current facility':        ['Clinical.Facility', 'Clinical.Room'],
  'Emergency contact':       ['Clinical.EmergencyContact', 'Clinical.EmergencyPhone'],
  Representative:            ['Clinical.Representative', 'Clinical.RepresentativePhone'],
  Authorization:             ['Clinical.AuthorizationNumber', 'Clinical.AuthorizedFrom', 'Clinical.AuthorizedTo', 'Clinical.AuthorizedVisits'],
};

const lineOf = new Map(
  Object.entries(together).flatMap(([label, paths]) => paths.map((path, place) => [path, { label, place }])),
);
const placeOf = new Map<string, number>(PrefilledField.options.map((path, place) => [path, place]));
const worst: readonly CheckState[] = ['no', 'look', 'unknown', 'yes'];

const byPlace = (one: string, other: string) => (placeOf.get(one) ?? 0) - (placeOf.get(other) ?? 0);

/** One line for what a paper says together, in the order of the form. */
export function reviewLines(decided: readonly Decided[]): ReviewLine[] {
  const inOrder = decided.toSorted((one, other) => byPlace(one.path, other.path));
  const lines = Map.groupBy(inOrder, ({ path }) => lineLabelOf(path));
  return [...lines].map(([label, own]) => {
    const offers = own.toSorted((one, other) => place(one) - place(other));
    return {
      label,
      separator: label === 'Patient' ? ' ' : ', ',
      offers,
      check: checkOf(offers),
      decision: decisionOf(offers),
    };
  });
}

const lineLabelOf = (path: string): string => lineOf.get(path)?.label ?? labelOf(path);

/** The lines of a saved referral that no one has decided; a field that was filled since is decided. */
export function openLinesOf(referral: Referral): string[] {
  const open = (referral.OpenFields ?? []).filter((path) => {
    const value = valueAt(referral, path) ?? '';
    return Array.isArray(value) ? value.length === 0 : value === '';
  });
  return [...new Set(open.toSorted(byPlace).map(lineLabelOf))];
}

/** As the form has it. */
export const labelOf = (path: string): string => referralFieldAt(path)?.form ?? fieldText(path);

const place = ({ path }: Decided) => lineOf.get(path)?.place ?? 0;

export const valueText = ({ path, value }: Pick<Offered, 'path' | 'value'>): string =>
  path === 'ReceivedAt' ? textOfMinute(value) : textOfDay(value);

const checkOf = (offers: readonly Decided[]): Decided['check'] =>
  offers
    .map(({ check }) => check)
    .toSorted((one, other) => worst.indexOf(one.state) - worst.indexOf(other.state))[0] ?? {
    state: 'unknown',
    sentence: '',
  };

function decisionOf(offers: readonly Decided[]): Decision {
  if (offers.some(({ decision }) => decision === 'open')) return 'open';
  return offers.some(({ decision }) => decision === 'accepted') ? 'accepted' : 'left out';
}

export interface LineGroup {
  title: string;
  lines: readonly ReviewLine[];
}

/** What contradicts or warns first, then what no one confirms. */
export function groupsOf(lines: readonly ReviewLine[]): LineGroup[] {
  const titles: Record<CheckState, string> = {
    no: 'Look at these first',
    look: 'Look at these first',
    unknown: 'Not verified',
    yes: 'Verified',
  };
  const sorted = lines.toSorted(
    (one, other) => worst.indexOf(one.check.state) - worst.indexOf(other.check.state),
  );
  return [...Map.groupBy(sorted, ({ check }) => titles[check.state])].map(([title, own]) => ({
    title,
    lines: own,
  }));
}
