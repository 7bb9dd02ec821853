import * as z from 'zod';
import { line } from '../records/text.ts';

// CMS, "Understanding the Medicare Beneficiary Identifier Format": no S, L, O, I, B, Z.
const letter = '[AC-HJKMNP-RT-Y]';
const either = '[0-9AC-HJKMNP-RT-Y]';
const pattern = `[1-9]${letter}${either}[0-9]${letter}${either}[0-9]${letter}{2}[0-9]{2}`;

// oxlint-disable-next-line no-restricted-globals -- made of our own text
const whole = new RegExp(`^${pattern}$`);
// oxlint-disable-next-line no-restricted-globals -- made of our own text
const anywhere = new RegExp(`(?<![0-9A-Z])${pattern}(?![0-9A-Z])`, 'g');
// oxlint-disable-next-line no-restricted-globals -- made of our own text
const beginning = new RegExp(`[1-9]${letter}${either}[0-9]${letter}`);
const wrongMbi = 'An MBI has 11 characters and looks like 1EG4-TE5-MK73';

/** Normalizes a person's number to its stored form: in capitals, without the spaces and dashes that people type. */
export function plainNumber(text: string): string {
  return text.replaceAll(/[\s‐-―-]/g, '').toUpperCase();
}

/** CMS's pattern; there is no check digit, so only the payer can say whose number it is. */
export function isMbi(text: string): boolean {
  return whole.test(text);
}

/** Formats an MBI as on the card: `1EG4-TE5-MK73`. */
export function formatMbi(mbi: string): string {
  return isMbi(mbi) ? `${mbi.slice(0, 4)}-${mbi.slice(4, 7)}-${mbi.slice(7)}` : mbi;
}

/** `****-***-MK73`: the form in every answer, history record and log. */
export function maskMbi(mbi: string): string {
  if (mbi === '') return '';
  return `****-***-${isMbi(mbi) ? mbi.slice(7) : '****'}`;
}

/** Masks every MBI in the text. Most lines of an answer have none, which a test of their beginning shows faster. */
export function maskMbisIn(text: string): string {
  return beginning.test(text) ? text.replaceAll(anywhere, maskMbi) : text;
}

/** A Medicare Beneficiary Identifier, stored as eleven characters. */
export const Mbi = z.string().max(40).transform(plainNumber).pipe(z.string().regex(whole, wrongMbi));

/** A form sends an empty text, the masked form for "unchanged", or a full number. */
export const GivenMbi = z.union(
  [z.literal(''), z.string().regex(/^\*{4}-\*{3}-[0-9A-Z]{4}$/), Mbi],
  wrongMbi,
);

/** Areas 000, 666 and 900 to 999, group 00 and serial 0000 are never assigned (20 CFR 422.103; SSA, 2011). */
const neverAssigned = /^(?:000|666|9)|^\d{3}00|0000$/;
const wrongSsn = 'Enter a social security number of 9 digits';

/** Stored as nine digits. */
export const Ssn = z
  .string()
  .max(40)
  .transform((text) => text.replaceAll(/[\s-]/g, ''))
  .pipe(
    z
      .string()
      .regex(/^\d{9}$/, wrongSsn)
      .refine((digits) => !neverAssigned.test(digits), 'This social security number is never assigned'),
  );

export const formatSsn = (digits: string): string =>
  digits.replace(/^(\d{3})(\d{2})(\d{4})$/, (_, area, group, serial) => `${area}-${group}-${serial}`);

export const maskSsn = (digits: string): string => (digits === '' ? '' : `***-**-${digits.slice(-4)}`);

const ssnAnywhere = /(?<![\d-])(\d{3})([- ]?)(\d{2})\2(\d{4})(?![\d-])/g;
/** Matches an MBI with or without the dashes of the card. */
const mbiAnywhere = /(?<![0-9A-Z])[0-9][0-9A-Z]{3}([- ]?)[0-9A-Z]{3}\1[0-9A-Z]{4}(?![0-9A-Z])/gi;

export const SuspectedNumber = z.enum(['SSN', 'MBI']);
export type SuspectedNumber = z.infer<typeof SuspectedNumber>;

/** Finds full numbers typed into a text where they do not belong. It may be wrong, so it blocks nothing. */
export function numbersIn(text: string): SuspectedNumber[] {
  const found = new Set<SuspectedNumber>();
  replaceNumbers(text, (kind) => {
    found.add(kind);
    return '';
  });
  return [...found];
}

export const maskNumbersIn = (text: string): string =>
  replaceNumbers(text, (kind, plain) => (kind === 'SSN' ? maskSsn(plain) : maskMbi(plain)));

function replaceNumbers(text: string, by: (kind: SuspectedNumber, plain: string) => string): string {
  return text
    .replaceAll(mbiAnywhere, (typed) => (isMbi(plainNumber(typed)) ? by('MBI', plainNumber(typed)) : typed))
    .replaceAll(ssnAnywhere, (typed) => {
      const plain = plainNumber(typed);
      return neverAssigned.test(plain) ? typed : by('SSN', plain);
    });
}

/** A form sends an empty text, the masked form for "unchanged", or a full number. */
export const GivenSsn = z.union([z.literal(''), z.string().regex(/^\*{3}-\*{2}-\d{4}$/), Ssn], {
  // The last of the three alternatives has the error that says why.
  error: ({ errors }) => (Array.isArray(errors) ? whyNot(errors) : wrongSsn),
});

const Issues = z.array(z.object({ code: z.string(), message: z.string() }));
function whyNot(errors: unknown[]): string {
  const issues = Issues.safeParse(errors.at(-1));
  return issues.data?.find(({ code }) => code === 'custom')?.message ?? wrongSsn;
}

/** National Provider Identifier: ten digits, the last a Luhn check digit over `80840` and the number. */
export function isNpi(text: string): boolean {
  return /^[12]\d{9}$/.test(text) && luhnSum(`80840${text}`) % 10 === 0;
}

/** The NPI with these first nine digits. */
export const npiOf = (nine: number): string => `${nine}${(10 - (luhnSum(`80840${nine}0`) % 10)) % 10}`;

export const Npi = line(20).refine(isNpi, 'This is not a valid NPI of 10 digits. Check for a mistyped digit');

function luhnSum(digits: string): number {
  return digits
    .split('')
    .toReversed()
    .reduce((sum, digit, index) => {
      const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
      return sum + (value > 9 ? value - 9 : value);
    }, 0);
}

interface Numbered {
  Patient: { Ssn?: string | undefined; Mbi?: string | undefined };
  Payers: readonly { MemberId: string }[];
}

export const isMasked = (text: string): boolean => text.startsWith('*');

/** Masks all but the last four characters, and all of a short text. */
export function maskMemberId(id: string): string {
  if (id.length <= 4) return '*'.repeat(id.length);
  return '*'.repeat(id.length - 4) + id.slice(-4);
}

/** Masks the numbers that identify a patient elsewhere; only a call to reveal them returns them in full. */
export function withMaskedNumbers<T extends Numbered>(record: T): T {
  const { Ssn: ssn, Mbi: mbi } = record.Patient;
  return {
    ...record,
    Patient: {
      ...record.Patient,
      ...(ssn !== undefined && { Ssn: masked(ssn, maskSsn) }),
      ...(mbi !== undefined && { Mbi: masked(mbi, maskMbi) }),
    },
    Payers: record.Payers.map((payer) => ({ ...payer, MemberId: masked(payer.MemberId, maskMemberId) })),
  };
}

const masked = (text: string, mask: (text: string) => string) => (isMasked(text) ? text : mask(text));
