import { numbersIn, plainNumber } from '../person/identifiers.ts';
import { withoutAccents } from './referral-search.ts';

interface KnownPatient {
  FirstName: string;
  LastName: string;
  DateOfBirth: string;
  Phone: string;
}

/** Days as people write them: 3/14/1950, 1950-03-14, 14.03.50. */
const numericDay = /(?<!\d)(\d{1,4})[\s./-](\d{1,2})[\s./-](\d{1,4})(?!\d)/g;
/** March 14th, 1950. */
const monthFirst = /\b([a-z]{3})[a-z]*\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4}|\d\d)\b/gi;
const dayFirst = /\b(\d{1,2})(?:st|nd|rd|th)? ([a-z]{3})[a-z]*\.?,? (\d{4}|\d\d)\b/gi;
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Shorter member numbers are too likely to be something else. */
const SHORTEST = 5;

/** Anyone who holds the link would see who the patient is. `numbers` are the patient's own, in full. */
export function messageRefusal(
  text: string,
  { patient, numbers }: { patient: KnownPatient; numbers: readonly string[] },
): string | undefined {
  const plain = plainNumber(text.replaceAll(/[().+]/g, ''));
  const has = (number: string) => number.length >= SHORTEST && plain.includes(plainNumber(number));
  if (numbersIn(text).length > 0 || numbers.some(has))
    return 'Leave out Medicare, social security and member numbers';
  if (has(patient.Phone)) return 'Leave out the patient’s phone number';
  if (isBornOnDayIn(text, plain, patient.DateOfBirth)) return 'Leave out the patient’s date of birth';
  if (isNamedIn(text, [patient.FirstName, patient.LastName]))
    return 'Leave out the patient’s name; the page shows the initials';
  return undefined;
}

/** Words of small letters are no names: patients are called Long and Day, too. */
function isNamedIn(text: string, names: readonly string[]): boolean {
  const known = new Set(names.flatMap(wordsOfName));
  return wordsIn(text).some((word) => word !== word.toLowerCase() && known.has(withoutAccents(word)));
}

/** Each longer word alone says who is meant; "de" and "la" do not. Some names have none. */
function wordsOfName(name: string): string[] {
  const words = wordsIn(name).map(withoutAccents);
  const longer = words.filter((word) => word.length > 2);
  return longer.length > 0 ? longer : words;
}

const wordsIn = (text: string) => text.split(/[^\p{L}\p{M}'’]+/u).filter((word) => word.length > 1);

function isBornOnDayIn(text: string, plain: string, dateOfBirth: string): boolean {
  const [year = '', month = '', day = ''] = dateOfBirth.split('-');
  if (day === '') return false;
  if (plain.includes(`${month}${day}${year}`) || plain.includes(`${year}${month}${day}`)) return true;
  const isDay = (y: string, others: string[]) =>
    (Number(y) === Number(year) || (y.length === 2 && y === year.slice(2))) &&
    others.map(Number).toSorted(byNumber).join() === [month, day].map(Number).toSorted(byNumber).join();
  const spaced = text.replaceAll(/\s+/g, ' ');
  return (
    [...text.matchAll(numericDay)].some(
      ([, a = '', b = '', c = '']) => isDay(a, [b, c]) || isDay(c, [a, b]),
    ) ||
    [...spaced.matchAll(monthFirst)].some(([, m = '', d = '', y = '']) => isDay(y, [monthOf(m), d])) ||
    [...spaced.matchAll(dayFirst)].some(([, d = '', m = '', y = '']) => isDay(y, [monthOf(m), d]))
  );
}

const monthOf = (name: string) => String(months.indexOf(name.toLowerCase()) + 1);
const byNumber = (one: number, other: number) => one - other;
