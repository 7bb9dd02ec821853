import { withMaskedNumbers } from '@handoff/shared/domain/person/identifiers';
import { Referral } from '@handoff/shared/domain/referral/referral';
import type { DomainLists } from '../../../records/kinds/agency-records.ts';
import type { MergedInto } from '../../../records/kinds/referral-records.ts';
import { memberField, type Numbers } from '../../../records/sealed-numbers.ts';

/** A referral with its full numbers. */
export interface Opened {
  referral: Referral;
  numbers: Numbers;
}

type Details = Pick<Referral, 'Patient' | 'Payers'>;
type Payer = Referral['Payers'][number];
type Taken = MergedInto['Taken'];

/** Combines the kept referral's own details with those of the other one that it lacked. */
export function completed(kept: Opened, other: Opened): Details & { numbers: Numbers; taken: Taken } {
  const [own, theirs] = [plainDetails(kept), plainDetails(other)];
  const fields = Referral.shape.Patient.keyof().options.filter(
    (field) => own.Patient[field] === '' && theirs.Patient[field] !== '',
  );
  const payers = theirs.Payers.filter(({ Name }) => !own.Payers.some(isNamed(Name))).slice(
    0,
    MAX_PAYERS - own.Payers.length,
  );
  const taken = { Patient: fields, Payers: payers.map(({ Name }) => Name) };
  const Patient = { ...own.Patient };
  for (const field of fields) Patient[field] = theirs.Patient[field];
  return { ...maskedDetails({ Patient, Payers: [...own.Payers, ...payers] }), taken };
}

/** Removes what the kept referral has from the other one, unless someone has changed it since. */
export function withoutTaken(kept: Opened, other: Opened, taken: Taken): Details & { numbers: Numbers } {
  const [own, theirs] = [plainDetails(kept), plainDetails(other)];
  const Patient = { ...own.Patient };
  for (const field of taken.Patient) if (Patient[field] === theirs.Patient[field]) Patient[field] = '';
  const isTaken = (payer: Payer) =>
    taken.Payers.includes(payer.Name) && theirs.Payers.some((their) => isSame(their, payer));
  return maskedDetails({ Patient, Payers: own.Payers.filter((payer) => !isTaken(payer)) });
}

/** The limit of payers for one referral. */
const MAX_PAYERS = 4;

const isNamed = (name: string) => (payer: Payer) => payer.Name.toLowerCase() === name.toLowerCase();
const isSame = (one: Payer, other: Payer) =>
  one.Name === other.Name && one.Plan === other.Plan && one.MemberId === other.MemberId;

function plainDetails({ referral: { Patient, Payers }, numbers }: Opened): Details {
  return {
    Patient: { ...Patient, Ssn: numbers['Patient.Ssn'] ?? '', Mbi: numbers['Patient.Mbi'] ?? '' },
    Payers: Payers.map((payer, index) => ({ ...payer, MemberId: numbers[memberField(index)] ?? '' })),
  };
}

function maskedDetails(plain: Details): Details & { numbers: Numbers } {
  const { Patient, Payers } = withMaskedNumbers(plain);
  const members = plain.Payers.map(({ MemberId }, index) => [memberField(index), MemberId] as const);
  const { Ssn, Mbi } = plain.Patient;
  const all = [['Patient.Ssn', Ssn], ['Patient.Mbi', Mbi], ...members] as const;
  return {
    Patient: { ...plain.Patient, ...Patient },
    Payers,
    numbers: Object.fromEntries(all.filter(([, text]) => text !== '')),
  };
}

interface Wording {
  lists: DomainLists | undefined;
  timeZone: string;
}

/** Writes the differences into a note, because the other referral will be purged. */
export function differencesAsNote(kept: Referral, other: Referral, { lists, timeZone }: Wording): string {
  const lines = [receivedLine(other, timeZone)];
  const add = (name: string, text: string, keptText: string) => {
    if (text !== '' && text !== keptText) lines.push(`${name}: ${text}`);
  };
  const serviceNames = ({ Services }: Referral) =>
    Services.map((id) => lists?.SettingsDisciplinesInfo.find(({ Id }) => Id === id)?.Name ?? id).join(', ');
  add('Patient', patientText(other), patientText(kept));
  add('Phone', other.Patient.Phone, kept.Patient.Phone);
  add('Address', addressText(other), addressText(kept));
  add('Payers', payersText(other), payersText(kept));
  add('Services', serviceNames(other), serviceNames(kept));
  add('Decision', decisionText(other), decisionText(kept));
  add('Owner', other.Owner?.FullName ?? '', kept.Owner?.FullName ?? '');
  add('Clinical summary', other.ClinicalSummary, kept.ClinicalSummary);
  return lines.join('\n');
}

function receivedLine({ ReceivedAt, Source }: Referral, timeZone: string): string {
  const format = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short', timeZone });
  const { Organization, Kind, ContactName, Phone } = Source;
  const from = [Organization || Kind, ContactName, Phone].filter((text) => text !== '').join(', ');
  return `Merged from a referral received ${format.format(new Date(ReceivedAt))} from ${from}.`;
}

const patientText = ({ Patient: { FirstName, LastName, DateOfBirth } }: Referral) =>
  `${FirstName} ${LastName}, born ${DateOfBirth}`;

const addressText = ({ Address: { StreetAddress, Unit, City, State, ZipCode } }: Referral) =>
  `${[StreetAddress, Unit, City].filter((text) => text !== '').join(', ')}, ${State} ${ZipCode}`;

const payersText = ({ Payers }: Referral) =>
  Payers.map(({ Name, Plan }) => (Plan === '' ? Name : `${Name} (${Plan})`)).join(', ');

const decisionText = ({ Decision: { Kind, Comment } }: Referral) =>
  [Kind === 'Pending' ? '' : Kind, Comment].filter((text) => text !== '').join(', ');
