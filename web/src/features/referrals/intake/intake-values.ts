import * as z from 'zod';
import { GivenMbi } from '@handoff/shared/domain/person/identifiers';
import { byKey } from '@handoff/shared/domain/records/by-key';
import { ClinicalEdit, ClinicalField, noClinical } from '@handoff/shared/domain/person/clinical-block';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import { isReachable, unreachable } from '@handoff/shared/domain/referral/needed-information';
import { NewReferral, type Referral } from '@handoff/shared/domain/referral/referral';
import { noAddress, noPatient, noSource, sourceKinds } from '@handoff/shared/domain/referral/referral-fields';
import { mbiTrouble } from '@handoff/shared/domain/person/mbi-text';
import { agencyDay, agencyMinute, timeOfMinute } from '../../../text/agency-time.ts';
import { isDay } from '../../../ui/inputs/typed-time.ts';
import type { Form } from '../../../ui/form/use-form.ts';

const { Source, Patient, Address, Payers } = NewReferral.shape;
const TypedPayer = z.object({ Name: z.string(), Plan: z.string(), MemberId: z.string() });
const notChosen = 'Choose who refers';

/** The contract's schema, extended for the form: a local time, a source that may be missing, and blank payers. */
const IntakeFields = NewReferral.omit({ DocumentIds: true }).extend({
  ReceivedAt: z.string().transform(isoOfTyped).pipe(z.iso.datetime('Enter when the referral came in')),
  // A fax need not say who sends it.
  Source: Source.extend({ Kind: z.enum(['', ...sourceKinds]) })
    .refine(({ Kind, Channel }) => Kind !== '' || Channel !== '', {
      message: notChosen,
      path: ['Kind'],
      when: () => true,
    })
    .transform((source) => ({ ...source, Kind: source.Kind === '' ? ('Other' as const) : source.Kind })),
  Patient: Patient.extend({
    Mbi: z
      .string()
      .superRefine((mbi, context) => {
        const message = mbi.trim() === '' ? undefined : mbiTrouble(mbi);
        if (message !== undefined) context.addIssue({ code: 'custom', message });
      })
      .pipe(GivenMbi)
      .optional(),
    DateOfBirth: Patient.shape.DateOfBirth.refine(
      (day) => !isDay(day) || day <= agencyDay(new Date()),
      'The date of birth is in the future',
    ),
  }),
  // Looked up when the referral is saved.
  Address: Address.omit({ InFile: true }),
  Clinical: ClinicalEdit,
  Payers: z.array(TypedPayer).transform(withoutBlankTail).pipe(Payers),
});

export const IntakeReferral = IntakeFields.refine(
  (values) => isReachable(knownIn({ ...values, Payers: [], Services: [] })),
  {
    message: unreachable,
    path: ['Patient', 'Phone'],
    // Said together with the other errors, not after them.
    when: () => true,
  },
);
export type IntakeReferral = z.output<typeof IntakeReferral>;
export type IntakeValues = z.input<typeof IntakeReferral>;
export type IntakeForm = Form<IntakeValues>;

export const blankPayer = { Name: '', Plan: '', MemberId: '' };

interface BlankIntake {
  state: string;
  now: Date;
  channel?: IntakeValues['Source']['Channel'];
}

export function blankIntake({ state, now, channel = '' }: BlankIntake): IntakeValues {
  return {
    ReceivedAt: agencyMinute(now),
    Source: { Kind: '', ...noSource, Channel: channel },
    Patient: noPatient,
    Address: { ...noAddress, State: state },
    Payers: [blankPayer],
    Services: [],
    ClinicalSummary: '',
    Clinical: noClinical,
  };
}

/** A saved referral in the form's values: times to the minute, numbers masked. */
export function valuesOfReferral(referral: Referral): IntakeValues {
  const { InFile: _found, ...address } = referral.Address;
  return {
    ReceivedAt: agencyMinute(new Date(referral.ReceivedAt)),
    Source: { ...referral.Source, Kind: kindIn(referral), Phone: formatPhone(referral.Source.Phone) },
    Patient: { ...referral.Patient, Phone: formatPhone(referral.Patient.Phone) },
    Address: address,
    Payers: referral.Payers,
    Services: referral.Services,
    ClinicalSummary: referral.ClinicalSummary,
    Clinical: byKey(ClinicalField, (field) =>
      field.endsWith('Phone') ? formatPhone(referral.Clinical[field]) : referral.Clinical[field],
    ),
    OpenFields: referral.OpenFields ?? [],
  };
}

/** A kind that named the channel says nothing of who referred. */
const kindIn = ({ Source: { Kind } }: Referral) => sourceKinds.find((kind) => kind === Kind) ?? 'Other';

type KnownValues = Pick<
  z.input<typeof IntakeFields>,
  'Source' | 'Patient' | 'Address' | 'Payers' | 'Services' | 'Clinical'
>;

/** The typed values as the rules for needed information see them. */
export function knownIn(values: KnownValues) {
  const { Ssn: _ssn, Mbi = '', ...patient } = values.Patient;
  return {
    ...values,
    Patient: { ...patient, Mbi },
    Payers: values.Payers.filter(({ Name }) => Name.trim() !== ''),
  };
}

// Drops blank payers only at the end, so that error paths keep matching the rows on screen.
function withoutBlankTail(payers: z.input<typeof TypedPayer>[]) {
  const last = payers.findLastIndex((payer) => Object.values(payer).some((text) => text.trim() !== ''));
  return payers.slice(0, last + 1);
}

function isoOfTyped(minute: string): string {
  return timeOfMinute(minute)?.toISOString() ?? '';
}
