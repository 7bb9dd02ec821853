import { plainName } from '@handoff/shared/domain/agency/directory';
import { stateOfZip } from '@handoff/shared/domain/address/state-zip';
import { isNpi } from '@handoff/shared/domain/person/identifiers';
import { yearsSince } from '../../../../text/format.ts';
import { timeOfMinute } from '../../../../text/agency-time.ts';
import { mbiTrouble } from '@handoff/shared/domain/person/mbi-text';
import type { CheckState } from '../../../../ui/check-glyph.tsx';
import type { Proposal } from '@handoff/shared/reading/read-document';

/** Says how a value was checked. */
export interface Check {
  /**
   * "yes" only by a second fact. Without one, a value that nothing contradicts is "unknown"; the same value at another
   * place is a second fact. "look" has a reason to doubt, and "no" another source that says otherwise.
   */
  state: CheckState;
  sentence: string;
}

/** The agency's own data, undefined while it is loading or where there is none. */
export interface KnownData {
  today: Date;
  /** The city of the proposed ZIP code in the address data; empty if the data lacks the code. */
  city: string | undefined;
  isStreetKnown: boolean | undefined;
  payers: readonly string[] | undefined;
  organizations: readonly string[] | undefined;
  /** What the list of CMS says of the ordering NPI, if it is imported. */
  ordering: { isGood: boolean; sentence: string } | undefined;
}

const passed = (sentence: string): Check => ({ state: 'yes', sentence });
const warned = (sentence: string): Check => ({ state: 'look', sentence });
const either = (isPassed: boolean, good: string, bad: string) => (isPassed ? passed(good) : warned(bad));

const plausible = (sentence: string): Check => ({ state: 'unknown', sentence });

/** Nothing says that it was read rightly, so a person looks at it. */
const notVerified = plausible('Not verified');

export function checkOf(proposal: Checked & Pick<Proposal, 'repairedFrom'>, known: KnownData): Check {
  const { path, repairedFrom } = proposal;
  const own = ownCheck(proposal, known);
  if (repairedFrom === undefined) return own;
  return {
    state: own.state === 'yes' && !provesRepair.test(path) ? 'look' : own.state,
    sentence: `Letters and digits were exchanged: the page was read as ${repairedFrom}. ${own.sentence}`,
  };
}

type Checked = Pick<Proposal, 'path' | 'value' | 'place' | 'doubt' | 'isRepeated' | 'isScanned'>;

function ownCheck({ path, value, place, doubt, isRepeated, isScanned }: Checked, known: KnownData): Check {
  if (doubt !== undefined) return warned(doubt);
  const [, check] = checks.find(([fields]) => fields.test(path)) ?? [];
  const looked = check?.(value, { ...known, isScanned: isScanned === true }) ?? notVerified;
  if (looked.state !== 'unknown') return looked;
  // A file of another system says itself what each of its values is.
  if (!place) return passed('Coded in the file');
  return isRepeated ? passed('The document has it twice') : looked;
}

/** Only a check digit, or a form without look-alikes, shows that an exchanged sign is the right one. */
const provesRepair = /Npi$|^Patient\.Mbi$/;

/** What is known of a value, and whether it was read in a picture. */
interface Known extends KnownData {
  isScanned: boolean;
}

const checks: [fields: RegExp, check: (value: string, known: Known) => Check][] = [
  [/^Patient\.Mbi$/, (value) => numberCheck(mbiTrouble(value))],
  [/OrderingNpi$/, orderingCheck],
  [/Npi$/, npiCheck],
  [/^Patient\.DateOfBirth$/, birthCheck],
  [/^Address\.ZipCode$/, zipCheck],
  [/^Address\.StreetAddress$/, streetCheck],
  [/^Address\.City$/, cityCheck],
  [/^Payers\.\d\.Name$/, (value, { payers }) => listCheck(value, payers, 'your payers')],
  [/^Source\.Organization$/, (value, { organizations }) => listCheck(value, organizations, 'your agencies')],
  [/Date$|RequestedStart$|StartOfCare$|NoticeFiled$/, (value, known) => dayCheck(value, known, 200)],
  [/^ReceivedAt$/, receivedCheck],
  [/Authorized(?:From|To)$/, (value, known) => dayCheck(value, known, 400)],
];

const numberCheck = (trouble: string | undefined) =>
  trouble === undefined ? passed('It has the form of a Medicare number') : warned(trouble);

/** A scan may have lost the label of a number, which is another practitioner’s then. */
function npiCheck(npi: string, { isScanned }: Known): Check {
  if (!isNpi(npi)) return warned('Its check digit is wrong. Compare it with the page');
  return isScanned
    ? plausible('Not verified: its check digit is right, but a scan may have lost whose it is')
    : passed('Its check digit is right');
}

/** The name of the list beside that of the paper is a second fact, and another name a contradiction. */
function orderingCheck(npi: string, known: Known): Check {
  const { ordering } = known;
  if (!isNpi(npi) || !ordering) return npiCheck(npi, known);
  return { state: ordering.isGood ? 'yes' : 'no', sentence: ordering.sentence.replace(/\.$/, '') };
}

const OLDEST = 115;

function birthCheck(day: string, { today }: KnownData): Check {
  const years = yearsSince(day, today);
  if (years < 0 || years > OLDEST) return warned('This is not a plausible date of birth');
  return years >= 18
    ? plausible(`Not verified: ${years} years old`)
    : warned(`The patient would be ${years} years old`);
}

function dayCheck(day: string, { today }: KnownData, most: number): Check {
  const days = Math.round((new Date(`${day}T12:00`).getTime() - today.getTime()) / 86_400_000);
  return Math.abs(days) <= most
    ? notVerified
    : warned('This date is far from today. Compare it with the page');
}

const MOST_DAYS_AGO = 14;

function receivedCheck(minute: string, { today }: KnownData): Check {
  const days = (today.getTime() - (timeOfMinute(minute)?.getTime() ?? Number.NaN)) / 86_400_000;
  return either(
    days >= 0 && days <= MOST_DAYS_AGO,
    'From the header of the fax',
    days < 0 ? 'This time has not come yet' : 'This time is long ago. Compare it with the page',
  );
}

function zipCheck(zip: string, { city }: KnownData): Check {
  if (city !== undefined)
    return either(city !== '', `In the address data: ${city}`, 'Not in the address data of the state');
  const state = stateOfZip(zip);
  return state === undefined
    ? warned('There is no state with this ZIP code')
    : plausible(`Not verified: a ZIP code of ${state}`);
}

function streetCheck(_: string, { isStreetKnown }: KnownData): Check {
  if (isStreetKnown === undefined)
    return plausible('Not verified: there is no address data of this ZIP code');
  return either(
    isStreetKnown,
    'In the address data of the ZIP code',
    'Not in the address data of the ZIP code (OK to keep)',
  );
}

function cityCheck(city: string, { city: known }: KnownData): Check {
  if (known === undefined || known === '') return notVerified;
  return either(
    plainName(city) === plainName(known),
    'The city of the ZIP code',
    `The city of the ZIP code is ${known}`,
  );
}

function listCheck(value: string, list: readonly string[] | undefined, name: string): Check {
  if (list === undefined) return warned(`It could not be looked up in ${name} yet`);
  const isKnown = list.some((each) => plainName(each) === plainName(value));
  return either(isKnown, `In the list of ${name}`, `Not in the list of ${name} (OK to keep)`);
}
