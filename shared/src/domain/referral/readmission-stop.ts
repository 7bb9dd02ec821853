import * as z from 'zod';
import { Person } from '../access/user.ts';
import { GivenMbi, GivenSsn } from '../person/identifiers.ts';
import { line, lines, whenWrong } from '../records/text.ts';
import { Id } from '../records/record-id.ts';

export const stopReasons = ['Safety of staff', 'Non-payment', 'Discharge for cause', 'Other'] as const;
const StopReason = z.enum(stopReasons);

const given = {
  Reason: StopReason,
  /** For managers only; numbers in it are masked. */
  Note: lines(500),
  /** The last day on which it applies. */
  EndsOn: z.iso.date(whenWrong('Enter a date')).nullable(),
};

const name = line(60).min(1, 'Enter a name');

export const NewReadmissionStop = z.strictObject({
  Patient: z.strictObject({
    FirstName: name,
    LastName: name,
    DateOfBirth: z.iso.date(whenWrong('Enter a date')),
    /** A masked number refers to the full one of `ReferralId`. */
    Mbi: GivenMbi.default(''),
    Ssn: GivenSsn.default(''),
  }),
  Reason: StopReason,
  Note: given.Note.default(''),
  EndsOn: given.EndsOn.default(null),
  /** The referral that the masked numbers come from. */
  ReferralId: Id.optional(),
});

export const ReadmissionStopEdit = z.strictObject(given).partial();

/** A person whom an agency should not admit again, on its do-not-readmit list; the numbers are masked. */
export const ReadmissionStop = z.object({
  ...given,
  Id: z.string(),
  Etag: z.string(),
  Patient: z.object({
    FirstName: z.string(),
    LastName: z.string(),
    DateOfBirth: z.string(),
    Mbi: z.string(),
    Ssn: z.string(),
  }),
  Since: z.string(),
  By: Person,
  UpdatedAt: z.string(),
  UpdatedBy: Person,
});
export type ReadmissionStop = z.infer<typeof ReadmissionStop>;

/** Leaves out the note, which only managers read. */
export const StopFound = ReadmissionStop.pick({ Reason: true, Since: true, By: true, EndsOn: true }).extend({
  Likelihood: z.enum(['probable', 'possible']),
  Reasons: z.array(z.string()),
});
export type StopFound = z.infer<typeof StopFound>;

/** `day` is today in the agency's time zone. */
export const holdsOn = ({ EndsOn }: Pick<ReadmissionStop, 'EndsOn'>, day: string): boolean =>
  EndsOn === null || EndsOn >= day;
