import type { Facts, Rejection } from './facts.ts';

/** The kind of a rejection says who must act on it. */
type RejectionKind = 'input' | 'retry' | 'configuration' | 'deceased';

interface Meaning {
  kind: RejectionKind;
  text: string;
  field?: 'Mbi' | 'FirstName' | 'LastName' | 'DateOfBirth' | 'DateOfService';
}

const input = (text: string, field?: NonNullable<Meaning['field']>): Meaning => ({
  kind: 'input',
  text,
  ...(field && { field }),
});
const retry = (text: string): Meaning => ({ kind: 'retry', text });
const configuration = (text: string): Meaning => ({ kind: 'configuration', text });

/** AAA03, X12 code list 901, in words for the person who must act. */
const meanings = new Map<string, Meaning>(
  Object.entries({
    '04': configuration('The agency may not ask for this many things at once.'),
    '15': input('Medicare needs more about the person to find the record.'),
    '33': input('Something that Medicare needs is missing.'),
    '35': input('This person is outside the network asked about.'),
    '41': configuration('The agency is not authorized to ask.'),
    '42': retry('Medicare cannot answer at the moment.'),
    '43': configuration("The agency's NPI is missing or invalid."),
    '44': configuration("The agency's name is missing or invalid."),
    '45': configuration("The agency's specialty is missing or invalid."),
    '46': configuration("The agency's phone number is missing or invalid."),
    '47': configuration("The agency's state is missing or invalid."),
    '48': configuration("The agency's referring provider number is missing or invalid."),
    '50': configuration('The agency may not make eligibility inquiries.'),
    '51': configuration("The agency's NPI is not on file with the payer: it has to be enrolled first."),
    '56': input('The date is not one Medicare can answer for.', 'DateOfService'),
    '57': input('The date of service is missing or invalid.', 'DateOfService'),
    '58': input('The birth date is missing or invalid.', 'DateOfBirth'),
    '60': input('The birth date is after the date of service.', 'DateOfBirth'),
    '61': { kind: 'deceased', text: 'Medicare has a date of death before the date of service.' },
    '62': input('The date of service is outside the time Medicare answers for.', 'DateOfService'),
    '63': input('The date of service is too far in the future.', 'DateOfService'),
    '64': input('The Medicare number is missing or invalid.', 'Mbi'),
    '65': input('The name is missing or invalid.', 'LastName'),
    '66': input('The gender is missing or invalid.'),
    '67': input('Medicare did not find this person.'),
    '68': input('Medicare has more than one record for this number.', 'Mbi'),
    '69': input("The question does not fit the person's age."),
    '70': input("The question does not fit the person's gender."),
    '71': input('The birth date does not match the one Medicare has.', 'DateOfBirth'),
    '72': input('The Medicare number is missing or invalid.', 'Mbi'),
    '73': input('The name does not match the one Medicare has.', 'LastName'),
    '74': input('The gender does not match the one Medicare has.'),
    '75': input('Medicare did not find this person: check the number, the name and the birth date.', 'Mbi'),
    '76': input('This number belongs to more than one person.', 'Mbi'),
    '77': input('Medicare found the policy, but not this person.'),
    '78': input('This person is not in the group or plan asked about.'),
    '79': configuration('The question was sent to the wrong payer.'),
    '80': retry('Medicare did not answer in time.'),
    '97': configuration('The provider address is missing or invalid.'),
    T4: configuration("The payer's name or number is missing."),
  } satisfies Record<string, Meaning>),
);

/** Every known code of AAA03, for the table of Medicare answers. */
export const rejectionCodes: ReadonlyMap<string, Meaning> = meanings;

/** Codes for missing data. Above the person's loop they concern what Handoff sent, not what was typed. */
const missingData = new Set(['15', '33']);

const isAbove = ({ level }: Rejection) => level === 'payer' || level === 'provider';

/** Whether Medicare, or a relay, failed before it looked for the person. */
export function isTechnicalFailure({
  rejections,
  processingFailure,
}: Pick<Facts, 'rejections' | 'processingFailure'>): boolean {
  return (
    rejections.length > 0 &&
    rejections.every(
      (rejection) =>
        missingData.has(rejection.code) && (isAbove(rejection) || processingFailure !== undefined),
    )
  );
}

/** An unknown code is for the administrator, because nothing that the staff typed explains it. */
export function meaningOf(code: string): Meaning {
  return (
    meanings.get(code) ??
    configuration(`The payer refused the question with code ${code.slice(0, 10) || '(none)'}.`)
  );
}

/** Returns the rejection that counts: an inquiry that failed outranks possibly wrong input. */
export function decisiveRejection<R extends Pick<Rejection, 'code'>>(
  rejections: readonly R[],
): { rejection: R; meaning: Meaning } | undefined {
  const order: RejectionKind[] = ['configuration', 'retry', 'input', 'deceased'];
  return rejections
    .map((rejection) => ({ rejection, meaning: meaningOf(rejection.code) }))
    .toSorted((one, other) => order.indexOf(one.meaning.kind) - order.indexOf(other.meaning.kind))[0];
}
