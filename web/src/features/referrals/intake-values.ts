import * as z from 'zod';
import { NewReferral, sourceKinds } from '@handoff/shared/domain/referral';

type Sent = z.input<typeof NewReferral>;

/** What the form holds: as typed, with the local time of the receipt and no source kind chosen yet. */
export type IntakeValues = Omit<Sent, 'DocumentIds' | 'Source'> & {
  Source: Omit<Sent['Source'], 'Kind'> & { Kind: Sent['Source']['Kind'] | '' };
};

export const blankPayer = { Name: '', Plan: '', MemberId: '' };

export function blankIntake({ state, now }: { state: string; now: Date }): IntakeValues {
  return {
    ReceivedAt: localMinute(now),
    Source: { Kind: '', Organization: '', ContactName: '', Phone: '' },
    Patient: { FirstName: '', LastName: '', DateOfBirth: '', Phone: '', Ssn: '', Mbi: '' },
    Address: { StreetAddress: '', Unit: '', City: '', County: '', State: state, ZipCode: '', InFile: false },
    Payers: [blankPayer],
    Services: [],
    ClinicalSummary: '',
  };
}

const { Source, Patient } = NewReferral.shape;

/** The contract's own schema, with a person's words where nothing was chosen. */
export const IntakeReferral = NewReferral.extend({
  ReceivedAt: z.iso.datetime('Enter when the referral came in'),
  Source: Source.extend({ Kind: z.enum(sourceKinds, 'Choose how the referral came in') }),
  Patient: Patient.extend({
    DateOfBirth: Patient.shape.DateOfBirth.refine(
      (day) => day <= localMinute(new Date()).slice(0, 10),
      'The date of birth is in the future',
    ),
  }),
});

/** What would be sent for these values; the schema has not seen it yet. */
export function asSent(values: IntakeValues) {
  return { ...values, ReceivedAt: isoOfLocal(values.ReceivedAt), Payers: withoutBlankTail(values.Payers) };
}

// Only from the end: the paths of wrong fields keep naming the rows on screen.
function withoutBlankTail(payers: IntakeValues['Payers']): IntakeValues['Payers'] {
  const last = payers.findLastIndex((payer) => Object.values(payer).some((text) => text.trim() !== ''));
  return payers.slice(0, last + 1);
}

function isoOfLocal(minute: string): string {
  const time = new Date(minute);
  return Number.isNaN(time.getTime()) ? '' : time.toISOString();
}

/** 2026-11-21T09:05, as a datetime-local input wants it. */
function localMinute(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}
