import { addDays, dayText } from '@handoff/shared/domain/records/calendar-day';
import { covers, type Period } from '../x12/calendar.ts';
import type { Facts } from '../x12/facts.ts';
import { cleanName } from '../x12/write-270.ts';
import type { Inquiry } from '../../../platform/eligibility-provider.ts';
import type { AnswerDates } from '@handoff/shared/domain/eligibility/result';
import { isMbi, maskMbi, plainNumber } from '@handoff/shared/domain/person/identifiers';

/** An answer must match these fields before it is judged. */
type AskedDay = Pick<Inquiry, 'firstName' | 'lastName' | 'birthDate' | 'mbi' | 'dateOfService'>;

/** The facts about the person and day asked about, or why there are none: about others, nothing is decided. */
export function answerFor(
  people: readonly Facts[],
  { asked, trace }: { asked: AskedDay; trace?: string | undefined },
): { facts: Facts } | { reason: string; field?: 'Mbi' | 'LastName' | 'DateOfBirth' | 'DateOfService' } {
  const ofQuestion = people.filter((facts) => isEcho(facts, trace));
  if (ofQuestion.length === 0) return { reason: 'The response belongs to a different request.' };
  const ofPerson = ofQuestion.filter((facts) => isAbout(facts, asked));
  if (ofPerson.length === 0) return otherPerson(ofQuestion, asked);
  const ofDay = ofPerson.filter((facts) => answersFor(facts, { day: asked.dateOfService, trace }));
  const damaged = ofPerson.find(isDateLost);
  if (ofDay.length === 0 && damaged) return { reason: whyDateIsLost(damaged) };
  if (ofDay.length === 0) {
    const reason = `The response is not about ${dayText(asked.dateOfService)}: ${datesOf(ofPerson)}.`;
    return { reason, field: 'DateOfService' };
  }
  const [facts, another] = ofDay;
  if (!facts || another) return { reason: 'The response has more than one answer about this person.' };
  return { facts };
}

/** A rejection above the person's loop has no trace; any other must repeat the trace of the inquiry. */
const isEcho = ({ traces }: Facts, trace: string | undefined): boolean =>
  trace === undefined || traces.length === 0 || traces.includes(trace);

/** A payer or provider that rejects an inquiry before it looks for the person does not repeat their details. */
const isAboveThePerson = ({ rejections }: Facts): boolean =>
  rejections.some(({ level }) => level === 'payer' || level === 'provider');

/**
 * The number must match, and so must the birth date and one of the names, unless Medicare says that it corrected what
 * was sent. When the inquiry or the answer has no number, only name and birth date together identify the person.
 */
function isAbout(facts: Facts, asked: AskedDay): boolean {
  if (isAboveThePerson(facts)) return true;
  if (asked.mbi === '') return facts.rejections.length > 0 || (isFound(facts) && isOfPerson(facts, asked));
  const { beneficiary, correction, mbi, rejections } = facts;
  if (mbi === '') return isOfPerson(facts, asked);
  if (plainNumber(mbi) !== asked.mbi) return false;
  // A rejection of the person repeats what was sent, or leaves it out.
  if (rejections.length > 0 || correction !== undefined) return true;
  const names = sameNames(facts, asked);
  return beneficiary.DateOfBirth === null
    ? names.every(Boolean) && facts.problems.length === 0
    : beneficiary.DateOfBirth === asked.birthDate && names.some(Boolean);
}

const isOfPerson = (facts: Facts, asked: AskedDay): boolean =>
  facts.beneficiary.DateOfBirth === asked.birthDate && sameNames(facts, asked).every(Boolean);

const sameNames = ({ beneficiary }: Facts, asked: AskedDay): boolean[] => [
  isSame(beneficiary.LastName, asked.lastName),
  isSame(beneficiary.FirstName, asked.firstName),
];

/** A lookup has succeeded when the answer has a number. */
const isFound = ({ mbi }: Facts): boolean => isMbi(plainNumber(mbi));

/** Accents, case and punctuation depend on the writer, so they are no difference. */
export const isSame = (theirs: string, typed: string): boolean =>
  theirs === typed.toUpperCase() || plain(theirs) === plain(typed);

const plain = (name: string) => cleanName(name, 60).replaceAll(/[^A-Z0-9]/g, '');

function answersFor(facts: Facts, { day, trace }: { day: string; trace: string | undefined }): boolean {
  const { answeredDates, rejections } = facts;
  // A rejected inquiry decides nothing about the day; a date of death (61) does.
  if (rejections.length > 0 && rejections.every(({ code }) => code !== '61')) return true;
  if (answeredDates.length > 0)
    return answeredDates.some((period) => period !== undefined && covers(period, day));
  if (isDateLost(facts)) return false;
  const isOurs = trace !== undefined && facts.traces.includes(trace);
  return isOurs || facts.writtenOn === day;
}

/** A date may be among the lines that are missing. */
const isDateLost = ({ answeredDates, problems }: Facts): boolean =>
  answeredDates.length === 0 && problems.length > 0;

function whyDateIsLost({ missingSegments, problems }: Facts): string {
  const why =
    missingSegments > 0
      ? `Part of the response is missing (${missingSegments === 1 ? '1 line' : `${missingSegments} lines`})`
      : `The response is not in the expected format (${problems.join('. ')})`;
  return `${why}, and the rest does not say which date it is for. Check again.`;
}

/** Returns the days that the answer covers; the day on which it was written when it names none. */
export function answeredPeriod({ answeredDates, writtenOn }: Facts): Period | undefined {
  const known = answeredDates.filter((period) => period !== undefined);
  if (known.length === 0)
    return answeredDates.length > 0 || writtenOn === undefined
      ? undefined
      : { from: writtenOn, to: writtenOn };
  const froms = known.flatMap(({ from }) => from ?? []).toSorted();
  const tos = known.flatMap(({ to }) => to ?? []).toSorted();
  const [from, to] = [froms[0], tos.length < known.length ? undefined : tos.at(-1)];
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
}

function otherPerson(people: readonly Facts[], asked: AskedDay) {
  const numbers = [...new Set(people.map(({ mbi }) => plainNumber(mbi)))];
  const [first] = people;
  if (asked.mbi === '' && !people.some(isFound))
    return { reason: 'Medicare responded without a Medicare number.', field: 'Mbi' as const };
  if (people.some((facts) => isBirthDateMissing(facts, asked)))
    return { reason: withoutBirthDate(asked), field: 'DateOfBirth' as const };
  if (asked.mbi !== '' && !numbers.includes(asked.mbi)) {
    const answered = numbers.filter(Boolean).map(maskMbi).join(', ') || 'no number';
    const reason = `The response is about another person: asked about ${maskMbi(asked.mbi)}, answered about ${answered}.`;
    return { reason, field: 'Mbi' as const };
  }
  const { FirstName = '', LastName = '', DateOfBirth } = first?.beneficiary ?? {};
  const born = DateOfBirth ? `, born ${dayText(DateOfBirth)}` : '';
  const reason = `The response is about another person: asked about ${asked.firstName} ${asked.lastName}, born ${dayText(asked.birthDate)}, answered about ${FirstName} ${LastName}${born}.`;
  return { reason, field: 'LastName' as const };
}

/** Nothing in the answer speaks against the person. */
const isBirthDateMissing = (facts: Facts, asked: AskedDay): boolean =>
  facts.beneficiary.DateOfBirth === null &&
  sameNames(facts, asked).every(Boolean) &&
  ['', asked.mbi].includes(asked.mbi === '' ? '' : plainNumber(facts.mbi));

const withoutBirthDate = ({ firstName, lastName }: AskedDay) =>
  `The response names ${firstName} ${lastName} without a birth date, so it may be about another person of this name. Check again.`;

function datesOf(people: readonly Facts[]): string {
  const periods = people.map(answeredPeriod);
  const shown = periods.flatMap((period) => {
    if (period?.from === undefined) return [];
    return period.to === period.from
      ? [dayText(period.from)]
      : [`${dayText(period.from)} to ${period.to === undefined ? 'later' : dayText(period.to)}`];
  });
  return shown.length === 0
    ? 'it does not say for which date it holds'
    : `it holds for ${shown.join(' and ')}`;
}

/** Returns the dates for the result; `today` replaces a missing date of writing. */
export function answerDates(
  answered: { period: Period | undefined; writtenOn: string | undefined; payer?: string } | undefined,
  today: string,
): AnswerDates | null {
  if (!answered) return null;
  const { period, writtenOn, payer } = answered;
  return {
    From: period?.from ?? null,
    To: period?.to ?? null,
    WrittenOn: writtenOn ?? null,
    LoadedOn: lastLoadBy(writtenOn ?? today),
    ...(payer && { Payer: payer }),
  };
}

/** CMS loads its changes overnight, Tuesday to Saturday: later entries are not visible yet. */
function lastLoadBy(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  const [SUNDAY, MONDAY] = [0, 1];
  if (weekday === SUNDAY) return addDays(day, -1);
  return weekday === MONDAY ? addDays(day, -2) : day;
}
