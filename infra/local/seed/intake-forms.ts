import { listTemplate } from '@handoff/shared/domain/agency/list-templates';
import type { NewReferral } from '@handoff/shared/domain/referral/referral';
import { noAddress, noPatient, noSource } from '@handoff/shared/domain/referral/referral-fields';
import { harbor } from '../demo-people.ts';
import { houseNumbers, isImported, placesOf, streets, type Place } from './places.ts';
import type { Randomness } from './randomness.ts';

// Every patient, street and organization here is fictional and sounds like it; telephone numbers are of the 555-01xx
// range, which is reserved for fiction.

const firstNames = [
  'Rosa', 'Walter', 'Irene', 'Harold', 'Mabel', 'Curtis', 'Dolores', 'Ernest',
  'Lucille', 'Vernon', 'Estelle', 'Raymond', 'Gloria', 'Chester', 'Norma', 'Luis',
] as const; // prettier-ignore
const lastNames = [
  'Sampleton', 'Testwell', 'Demoray', 'Mockridge', 'Fictor', 'Exampler', 'Placeholt', 'Trialby',
  'Dummerston', 'Pretendez', 'Fauxman', 'Inventi', 'Prototypo', 'Specimeni', 'Madeupson',
] as const; // prettier-ignore

type Sender = NewReferral['Source'];

const sources: [Sender, ...Sender[]] = [
  {
    Kind: 'Hospital',
    Channel: 'Fax',
    Organization: 'Sample General Hospital',
    ContactName: 'Dana Desk (discharge)',
    Phone: '2035550110',
  },
  {
    Kind: 'Hospital',
    Channel: 'Portal',
    Organization: 'Example Shore Medical Center',
    ContactName: 'Case management',
    Phone: '2035550121',
  },
  {
    Kind: 'Physician',
    Channel: 'Phone',
    Organization: 'Demo Family Practice',
    ContactName: 'Dr. Pat Placeholder',
    Phone: '8605550132',
  },
  {
    Kind: 'Facility',
    Channel: 'E-mail',
    Organization: 'Testwood Rehabilitation',
    ContactName: 'Lee Lobby',
    Phone: '4015550143',
  },
  {
    Kind: 'Physician',
    Channel: 'Fax',
    Organization: 'Demo Family Practice',
    ContactName: '',
    Phone: '8605550132',
  },
  {
    Kind: 'Other',
    Channel: 'Phone',
    Organization: '',
    ContactName: 'Answering service',
    Phone: '2035550154',
  },
  { Kind: 'Family', Channel: 'Phone', Organization: '', ContactName: 'A daughter', Phone: '2035550165' },
];

const harborNeeds = [
  'Discharged after total knee replacement, day 3. Weight bearing as tolerated, needs gait training and wound checks.',
  'Heart failure, two admissions this quarter. Daily weights, medication teaching, low-salt diet review.',
  'Venous ulcer of the left lower leg, compression twice a week, dressing supplies at home.',
  'New insulin regimen. Patient lives alone, vision is poor; needs teaching and supervision.',
  'Stroke six weeks ago with right-sided weakness. Speech and occupational therapy, home safety evaluation.',
  'COPD exacerbation, home oxygen at 2 litres, needs inhaler technique and energy conservation.',
] as const;

const evergreenNeeds = [
  'Metastatic disease, comfort measures requested by the family. Pain is controlled on the current schedule.',
  'End-stage heart failure, no further admissions wished. Equipment needed before the weekend.',
  'Advanced dementia with weight loss. Daughter is the health care agent and asks for an informational visit.',
] as const;

const homeServices = listTemplate('Home care').SettingsDisciplinesInfo.map(({ Id }) => Id);

export type IntakeForm = Omit<NewReferral, 'ReceivedAt' | 'DocumentIds'>;

export function intakeForm(domainId: string, random: Randomness): IntakeForm {
  const isHarbor = domainId === harbor;
  return {
    Source: { ...noSource, ...random.pick(sources) },
    Patient: {
      ...noPatient,
      FirstName: random.pick(firstNames),
      LastName: random.pick(lastNames),
      DateOfBirth: `${random.between(1931, 1956)}-${two(random.between(1, 12))}-${two(random.between(1, 28))}`,
      Phone: `20355501${two(random.between(0, 99))}`,
    },
    Address: addressAt(random.pick(placesOf(domainId)), random),
    Payers: payers(random),
    Services: isHarbor ? homeCare(random) : [random.chance(0.8) ? 'Hospice' : 'Palliative care'],
    ClinicalSummary: random.pick(isHarbor ? harborNeeds : evergreenNeeds),
  };
}

/** The stories of the sandbox payer, one for each ending of its Medicare numbers. */
const sandboxStories = '00 06 01 13 03 05 07 02 09 12 75 15 11 04'.split(' ');

/** Without Part B, dead, or not found. */
const refusing = ['01', '02', '11', '75'];
const storyOf = (number: number) => sandboxStories[number % sandboxStories.length] ?? '00';

export const isRefusedByMedicare = (number: number) => refusing.includes(storyOf(number));

/**
 * Adds a Medicare number for two in three patients with Medicare, who came with their card. Its end selects a story of the
 * sandbox, and its first digit keeps patients with the same story apart.
 */
export function withMedicareCard(form: IntakeForm, number: number): IntakeForm {
  if (form.Payers[0]?.Name !== 'Medicare' || number % 3 === 2) return form;
  const digit = 1 + Math.floor(number / sandboxStories.length);
  return { ...form, Patient: { ...form.Patient, Mbi: `${digit}EG4TE5MK${storyOf(number)}` } };
}

/** Returns an address as intake gets it: in the capitals of the imported file, or as someone typed it. */
function addressAt(place: Place, random: Randomness): IntakeForm['Address'] {
  const StreetAddress = `${houseNumbers[random.between(0, houseNumbers.length - 1)] ?? 4} ${random.pick(streets)}`;
  const Unit = random.chance(0.2) ? `Apt ${random.between(1, 12)}` : '';
  const address = { ...noAddress, StreetAddress, Unit, City: place.city, County: place.county };
  const where = { State: place.state, ZipCode: place.zip };
  if (!isImported(place)) return { ...address, ...where, InFile: false };
  const inFile = { City: place.city.toUpperCase(), County: place.county.toUpperCase() };
  return { ...address, ...inFile, StreetAddress: StreetAddress.toUpperCase(), ...where, InFile: true };
}

function payers(random: Randomness): IntakeForm['Payers'] {
  const member = `DEMO-${random.between(100_000, 999_999)}`;
  if (random.chance(0.25)) return [{ Name: 'Example Advantage', Plan: 'HMO Sample Plan', MemberId: member }];
  const medicare = { Name: 'Medicare', Plan: 'Part A and B', MemberId: '' };
  return random.chance(0.3)
    ? [medicare, { Name: 'Sample Supplement', Plan: 'Plan G', MemberId: member }]
    : [medicare];
}

function homeCare(random: Randomness): IntakeForm['Services'] {
  const from = random.between(0, homeServices.length - 1);
  const chosen = [homeServices[0], homeServices[from], homeServices[(from + 2) % homeServices.length]];
  const services = chosen.flatMap((line) => (line ? [line] : []));
  return [...new Set(services)].slice(0, random.between(1, 3));
}

const two = (number: number) => String(number).padStart(2, '0');
