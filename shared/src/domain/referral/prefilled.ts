import * as z from 'zod';
import { ClinicalField } from '../person/clinical-block.ts';
import { Patient, Source, TypedAddress } from './referral-fields.ts';
import { Id } from '../records/record-id.ts';

const intakeFields = [
  ...Source.keyof().options.map((field) => `Source.${field}`),
  ...Patient.keyof().options.map((field) => `Patient.${field}`),
  ...TypedAddress.options.map((field) => `Address.${field}`),
  ...[0, 1].flatMap((index) => ['Name', 'Plan', 'MemberId'].map((field) => `Payers.${index}.${field}`)),
  'ReceivedAt',
  'Services',
  'ClinicalSummary',
  ...ClinicalField.options.map((field) => `Clinical.${field}`),
];

/** A field that a document can propose a value for. The list is closed, so that no value of a patient gets into the trail. */
export const PrefilledField = z.enum(intakeFields);

/** The use of the values that one document proposed. */
export const Prefilled = z.strictObject({
  DocumentId: Id,
  Fields: z
    .array(
      z.strictObject({
        Field: PrefilledField,
        Use: z.enum(['accepted', 'accepted and changed', 'not accepted']),
      }),
    )
    .min(1)
    .max(intakeFields.length),
});
export type Prefilled = z.infer<typeof Prefilled>;
