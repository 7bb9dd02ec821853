import { dayText } from '@handoff/shared/domain/records/calendar-day';
import { isMasked, isMbi, plainNumber } from '@handoff/shared/domain/person/identifiers';
import { addMonths, isDay } from '../x12/calendar.ts';
import { finding, type Finding } from '@handoff/shared/domain/eligibility/finding';
import type { Category, EligibilitySettings } from '@handoff/shared/domain/eligibility/settings';
import type { Inquiry, LookUp } from '../../../platform/eligibility-provider.ts';
import { cleanName } from '../x12/write-270.ts';

export interface TypedInquiry {
  FirstName: string;
  LastName: string;
  DateOfBirth: string;
  Mbi: string;
  Category: Category;
  DateOfService?: string | undefined;
  /** Replaces the number. */
  LookUp?: LookUp | undefined;
}

/** Finds errors that are visible before Medicare is asked, and charges for it. */
export function checkInquiry(
  typed: TypedInquiry,
  { today, settings }: { today: string; settings: EligibilitySettings },
): { inquiry: Inquiry; wrong: Finding[] } {
  const inquiry = {
    firstName: typed.FirstName.trim(),
    lastName: typed.LastName.trim(),
    birthDate: typed.DateOfBirth.trim(),
    mbi: typed.LookUp ? '' : plainNumber(typed.Mbi),
    ...(typed.LookUp && { lookUp: typed.LookUp }),
    category: typed.Category,
    dateOfService: typed.DateOfService?.trim() || today,
  };
  return { inquiry, wrong: [...wrongPerson(inquiry, settings), ...wrongDates(inquiry, { today, settings })] };
}

/** Returns the range of the inquiry: history is given for a range only, and Medicare limits that range. */
export function rangeAround(
  day: string,
  { today, settings }: { today: string; settings: EligibilitySettings },
): { from: string; to: string } {
  const earliest = addMonths(today, -settings.monthsBack);
  const latest = addMonths(today, settings.monthsAhead);
  const [from, to] = [addMonths(day, -settings.rangeMonthsBack), addMonths(day, settings.rangeMonthsAhead)];
  return { from: from < earliest ? earliest : from, to: to > latest ? latest : to };
}

function wrongPerson(
  { mbi, lookUp, firstName, lastName }: Inquiry,
  { mayLookUpMbi }: EligibilitySettings,
): Finding[] {
  const wrong: Finding[] = [];
  if (lookUp && !mayLookUpMbi)
    wrong.push(
      inputFinding(
        'Mbi',
        'This agency does not look up Medicare numbers. A manager can allow it in the rules.',
      ),
    );
  else if (lookUp) return wrongNames({ firstName, lastName });
  else if (isMasked(mbi))
    wrong.push(inputFinding('Mbi', 'Enter the full number: no referral shows this masked number.'));
  else if (!isMbi(mbi))
    wrong.push(
      inputFinding('Mbi', 'This is not a Medicare number: it has 11 characters, like 1EG4-TE5-MK73.'),
    );
  return [...wrong, ...wrongNames({ firstName, lastName })];
}

const wrongNames = ({ firstName, lastName }: Pick<Inquiry, 'firstName' | 'lastName'>): Finding[] => [
  ...wrongName('FirstName', { name: firstName, most: 35, what: 'first name' }),
  ...wrongName('LastName', { name: lastName, most: 60, what: 'last name' }),
];

/** X12 and the Medicare card have Latin letters only. */
function wrongName(
  field: string,
  { name, most, what }: { name: string; most: number; what: string },
): Finding[] {
  if (/\p{Letter}/u.test(name) && !/[A-Z]/.test(cleanName(name, most)))
    return [inputFinding(field, `Enter the ${what} in Latin letters, as on the Medicare card.`)];
  return /[A-Z]/.test(cleanName(name, most)) ? [] : [inputFinding(field, `Enter the ${what}.`)];
}

function wrongDates(
  { birthDate, dateOfService }: Inquiry,
  { today, settings }: { today: string; settings: EligibilitySettings },
): Finding[] {
  const wrong: Finding[] = [];
  const earliest = addMonths(today, -settings.monthsBack);
  const latest = addMonths(today, settings.monthsAhead);
  if (!isDay(birthDate)) wrong.push(inputFinding('DateOfBirth', 'Enter the birth date.'));
  else if (birthDate > today) wrong.push(inputFinding('DateOfBirth', 'The birth date is in the future.'));
  if (!isDay(dateOfService)) wrong.push(inputFinding('DateOfService', 'Enter the date of service.'));
  else if (dateOfService < earliest || dateOfService > latest)
    wrong.push(
      inputFinding(
        'DateOfService',
        `Medicare answers for dates from ${dayText(earliest)} to ${dayText(latest)}.`,
      ),
    );
  else if (isDay(birthDate) && birthDate <= today && birthDate > dateOfService)
    wrong.push(inputFinding('DateOfBirth', 'The birth date is after the date of service.'));
  return wrong;
}

const inputFinding = (field: string, text: string) =>
  finding({ code: 'inputWrong', severity: 'blocker', text, field });
