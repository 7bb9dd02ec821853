import * as z from 'zod';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import { NewReferral, type Referral, sourceKinds } from '@handoff/shared/domain/referral/referral';
import type { ReferralEdit } from '../edit/merge-edit.ts';

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

/** A referral as the form shows it again: to the minute, its numbers masked. */
export function valuesOfReferral(referral: Referral): IntakeValues {
  const { ReceivedAt, Source, Patient, Address, Payers, Services, ClinicalSummary } = referral;
  return {
    ReceivedAt: localMinute(new Date(ReceivedAt)),
    Source: { ...Source, Phone: formatPhone(Source.Phone) },
    Patient: { ...Patient, Phone: formatPhone(Patient.Phone) },
    Address,
    Payers,
    Services,
    ClinicalSummary,
  };
}

/** What was changed in the form, in the parts an update takes. */
export function editOf(referral: Referral, wanted: NewReferral): ReferralEdit {
  // The same way there and back; what was recorded under older rules counts as it stands.
  const former = IntakeReferral.safeParse(asSent(valuesOfReferral(referral))).data ?? referral;
  const changed = editedParts.filter((part) => JSON.stringify(former[part]) !== JSON.stringify(wanted[part]));
  return Object.fromEntries(changed.map((part) => [part, wanted[part]]));
}

const editedParts = [
  'ReceivedAt',
  'Source',
  'Patient',
  'Address',
  'Payers',
  'Services',
  'ClinicalSummary',
] as const satisfies (keyof ReferralEdit)[];

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
