import * as z from 'zod';
import { dayIn } from '@handoff/shared/domain/agency/business-domain';
import { careOfReferral } from '@handoff/shared/domain/eligibility/care-of-referral';
import { categories, type Category, medicareTimeZone } from '@handoff/shared/domain/eligibility/settings';
import { plainNumber, isMasked } from '@handoff/shared/domain/person/identifiers';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { mbiTrouble } from '@handoff/shared/domain/person/mbi-text';

const name = (most: number, message: string) =>
  z.string().trim().min(1, message).max(most, `Enter at most ${most} characters`);

/** The request to Medicare. The form checks the format; the server finds other errors. */
export const CheckQuestion = z.object({
  Mbi: z
    .string()
    .superRefine((text, context) => {
      const trouble = mbiTrouble(text);
      if (trouble !== undefined) context.addIssue({ code: 'custom', message: trouble });
    })
    .transform((text) => (isMasked(text) ? text : plainNumber(text))),
  FirstName: name(35, 'Enter the first name'),
  LastName: name(60, 'Enter the last name'),
  DateOfBirth: z.iso
    .date('Enter the birth date')
    .refine((day) => day <= today(), 'The birth date is in the future'),
  DateOfService: z.iso.date('Enter the date of service'),
  Category: z.enum(categories),
});
export type CheckValues = z.input<typeof CheckQuestion>;
export type CheckAsked = z.output<typeof CheckQuestion>;
type CheckField = keyof CheckValues;

export const fieldNames: Record<CheckField, string> = {
  Mbi: 'Medicare number',
  FirstName: 'First name',
  LastName: 'Last name',
  DateOfBirth: 'Date of birth',
  DateOfService: 'Date of service',
  Category: 'Category',
};

export const blankCheck = (category: Category = 'Home Care'): CheckValues => ({
  Mbi: '',
  FirstName: '',
  LastName: '',
  DateOfBirth: '',
  DateOfService: today(),
  Category: category,
});

/** Fills the form from a referral. Its Medicare number stays masked, and the server inserts the full one. */
export function checkOfReferral(referral: Referral, category: Category = 'Home Care'): CheckValues {
  const { FirstName, LastName, DateOfBirth } = referral.Patient;
  return {
    Mbi: numberOfReferral(referral),
    FirstName,
    LastName,
    DateOfBirth,
    ...careOfReferral(referral, { category, today: today() }),
  };
}

/** Masked. Before intake had an MBI field, people entered it as the member ID under Medicare. */
function numberOfReferral({ Patient, Payers }: Referral): string {
  if (Patient.Mbi !== '') return Patient.Mbi;
  const medicare = Payers.find(
    ({ Name, MemberId }) => /medicare/i.test(Name) && /^\*{7}[0-9A-Z]{4}$/.test(MemberId),
  );
  return medicare?.MemberId ?? '';
}

/** Invalid fields in the order of the form. */
export function troublesIn(values: CheckValues): { field: CheckField; message: string }[] {
  const issues = CheckQuestion.safeParse(values).error?.issues ?? [];
  const messages = new Map(issues.map(({ path, message }) => [String(path[0]), message]));
  return CheckQuestion.keyof().options.flatMap((field) => {
    const message = messages.get(field);
    return message === undefined ? [] : [{ field, message }];
  });
}

/** Medicare's current day, wherever this browser is. */
const today = (): string => dayIn(medicareTimeZone, new Date());
