import type { AgencyKind } from '../agency/business-domain.ts';
import type { Practitioner } from './practitioner.ts';

export interface ClaimName {
  last: string;
  first: string;
}

const LAST_LETTERS = 4;
const FIRST_LETTERS = 1;

/** Most names in the file are capitals already. */
const lettersOf = (name: string) =>
  /^[A-Z]*$/.test(name)
    ? name
    : name
        .normalize('NFD')
        .replaceAll(/[^A-Za-z]/g, '')
        .toUpperCase();

/**
 * The letters that a claim compares with the file for an NPI: the first four of the last name and the first of the first
 * name (CGS, "Home Health Ordering/Referring Requirements", October 2020; MLN Matters SE1305).
 */
export const claimLetters = ({ last, first }: ClaimName): string =>
  `${lettersOf(last).slice(0, LAST_LETTERS)} ${lettersOf(first).slice(0, FIRST_LETTERS)}`;

/** Whether the name has all letters that a claim compares; a short last name has fewer. */
export const isSearchable = ({ last, first }: ClaimName): boolean =>
  lettersOf(last).length > 0 && lettersOf(first).length > 0;

/** Whether the letters of a listed name begin with those that were typed. */
export function beginsLike(typed: ClaimName) {
  const [last, first] = [lettersOf(typed.last), lettersOf(typed.first)];
  return ({ LastName, FirstName }: Pick<Practitioner, 'LastName' | 'FirstName'>): boolean =>
    lettersOf(LastName).startsWith(last) && lettersOf(FirstName).startsWith(first);
}

const credential =
  /^(?:M\.?D|D\.?O|N\.?P|P\.?A(?:-C)?|C\.?N\.?[SMP]|F\.?N\.?P(?:-[BC]C?)?|A\.?P\.?R\.?N|D\.?P\.?M|Ph\.?D|R\.?N|Jr|Sr|I{2,3}|IV)\.?$/i;

/** Reads a name as people write it: `Doe, Jane A., MD`, `Jane A. Doe MD` or `Dr. Jane Doe`. */
export function claimName(text: string): ClaimName {
  const parts = text
    .split(',')
    .map((part) => wordsOf(part).join(' '))
    .filter((part) => part !== '');
  const [last = '', first] = parts;
  if (first !== undefined) return { last, first };
  const words = wordsOf(last);
  return words.length < 2
    ? { last, first: '' }
    : { last: words.slice(lastNameAt(words)).join(' '), first: words[0] ?? '' };
}

const wordsOf = (part: string) =>
  part.split(/\s+/).filter((word) => word !== '' && !credential.test(word) && !/^Dr\.?$/i.test(word));

/** Particles belong to the last name: `Ana de la Cruz`. */
function lastNameAt(words: readonly string[]): number {
  const particle = words.findIndex(
    (word, at) => at > 0 && /^(?:de|del|della|di|la|van|von|st\.?)$/i.test(word),
  );
  return particle > 0 ? particle : words.length - 1;
}

/** The name as the file has it; some practitioners have one name only. */
export const listedName = ({ LastName, FirstName }: Pick<Practitioner, 'LastName' | 'FirstName'>): string =>
  FirstName === '' ? LastName : `${LastName}, ${FirstName}`;

export interface OrderingAnswer {
  isGood: boolean;
  sentence: string;
}

/**
 * Says whether a claim with this practitioner would pass, by what the file has for the NPI. A claim is refused for an
 * NPI that is not in the file, for another name, and for a practitioner who may not order this care.
 */
export function orderingAnswer(
  listed: Practitioner | undefined,
  { name, care }: { name: string; care: AgencyKind },
): OrderingAnswer {
  if (!listed)
    return {
      isGood: false,
      sentence: 'Not in the CMS Order and Referring file. Medicare denies claims with this NPI.',
    };
  const typed = claimName(name);
  const inFile = listedName(listed);
  const compared = { last: listed.LastName, first: listed.FirstName === '' ? typed.first : listed.FirstName };
  if (isSearchable(typed) && claimLetters(typed) !== claimLetters(compared))
    return { isGood: false, sentence: `CMS has this NPI as ${inFile}. A claim with another name is denied.` };
  const works = [
    { may: listed.MayOrderHomeHealth, work: 'order home health', isWanted: care !== 'Hospice' },
    { may: listed.MayCertifyHospice, work: 'certify hospice', isWanted: care !== 'Home care' },
  ].filter(({ isWanted }) => isWanted);
  const said = works.map(({ may, work }) => `${may ? 'may' : 'may not'} ${work}`).join(', ');
  return { isGood: works.some(({ may }) => may), sentence: `${inFile}: ${said}.` };
}
