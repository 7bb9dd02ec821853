import * as z from 'zod';
import { Phone } from './contact.ts';
import { Npi } from './identifiers.ts';
import { line } from '../records/text.ts';
import { byKey } from '../records/by-key.ts';

/** A code of ICD-10-CM, with or without its point: `I50.9`. */
const diagnosis = /^[A-Z]\d[0-9A-Z](?:\.?[0-9A-Z]{1,4})?$/;
/** A claim takes this many beside the primary one. */
const MAX_DIAGNOSES = 24;

const orNothing = (schema: z.ZodType<string, string>) => z.union([z.literal(''), schema]);
const choice = (of: readonly string[]) => z.enum(Object.fromEntries(['', ...of].map((each) => [each, each])));

const text = line(120);
const day = orNothing(z.iso.date('Enter a date'));
const phone = orNothing(Phone);
const npi = orNothing(Npi);
const diagnoses = (most: number, wrong: string) =>
  // Short enough for an input of one line.
  line(200)
    .overwrite(pointed)
    .refine((codes) => codes === '' || areDiagnoses(codes.split(', '), most), wrong);

/** The facts that an agency may need before care begins, by the parts of the form; each is a text, empty if unknown. */
export const clinicalParts = {
  Order: {
    OrderingPractitioner: text.meta({ title: 'Ordering practitioner' }),
    OrderingNpi: npi.meta({ title: 'Ordering NPI' }),
    CertifyingPractitioner: text.meta({ title: 'Certifying practitioner' }),
    CertifyingNpi: npi.meta({ title: 'Certifying NPI' }),
    FaceToFaceDate: day.meta({ title: 'Face-to-face encounter' }),
    FaceToFaceBy: text.meta({ title: 'Encounter with' }),
  },
  Diagnoses: {
    PrimaryDiagnosis: diagnoses(1, 'Enter an ICD-10 code, such as I50.9').meta({
      title: 'Primary diagnosis',
    }),
    OtherDiagnoses: diagnoses(
      MAX_DIAGNOSES,
      `Enter up to ${MAX_DIAGNOSES} ICD-10 codes, such as I50.9, E11.9`,
    ).meta({ title: 'Other diagnoses' }),
    Homebound: choice(['Yes', 'No']).meta({ title: 'Homebound' }),
  },
  'Start of care': {
    RequestedStart: day.meta({ title: 'Requested start of care' }),
    Facility: text.meta({ title: 'Current facility' }),
    Room: text.meta({ title: 'Room' }),
    DischargeDate: day.meta({ title: 'Discharge date' }),
    StartOfCare: day.meta({ title: 'Start of care' }),
    NoticeFiled: day.meta({ title: 'NOA or NOE filed' }),
  },
  Person: {
    Sex: choice(['Female', 'Male', 'Unknown']).meta({ title: 'Sex' }),
    Language: text.meta({ title: 'Language' }),
    EmergencyContact: text.meta({ title: 'Emergency contact' }),
    EmergencyPhone: phone.meta({ title: 'Emergency phone' }),
    Representative: text.meta({ title: 'Representative' }),
    RepresentativePhone: phone.meta({ title: 'Representative’s phone' }),
  },
  Authorization: {
    AuthorizationNeeded: choice(['Yes', 'No']).meta({ title: 'Authorization needed' }),
    AuthorizationNumber: text.meta({ title: 'Authorization number' }),
    AuthorizedFrom: day.meta({ title: 'Authorized from' }),
    AuthorizedTo: day.meta({ title: 'Authorized to' }),
    AuthorizedVisits: orNothing(line(4).regex(/^\d{1,3}$/, 'Enter a number of visits')).meta({
      title: 'Authorized visits',
    }),
  },
};

const { Order, Diagnoses, Person, Authorization } = clinicalParts;

/** An edit has the changed fields, and a new referral those that are known. */
export const ClinicalEdit = z
  .strictObject({ ...Order, ...Diagnoses, ...clinicalParts['Start of care'], ...Person, ...Authorization })
  .partial();

export const ClinicalField = ClinicalEdit.keyof();
export type ClinicalField = z.infer<typeof ClinicalField>;

export const noClinical: Clinical = byKey(ClinicalField, () => '');

/** The block as stored and returned; records that are older than a field lack it. */
export const Clinical = z.record(ClinicalField, z.string().default('')).default(() => noClinical);
export type Clinical = Record<ClinicalField, string>;

export const clinicalLabel = (field: ClinicalField): string =>
  ClinicalEdit.shape[field].unwrap().meta()?.title ?? field;

/** The label of a path such as `Clinical.OrderingNpi`; undefined outside the block. */
export function clinicalLabelAt(path: string): string | undefined {
  const field = path.startsWith('Clinical.') ? ClinicalField.safeParse(path.slice(9)).data : undefined;
  return field && clinicalLabel(field);
}

function areDiagnoses(codes: readonly string[], most: number): boolean {
  return codes.length <= most && codes.every((code) => diagnosis.test(code));
}

/** Writes codes in capitals, with their points, apart by a comma: `i509 e119` is `I50.9, E11.9`. */
function pointed(codes: string): string {
  return codes
    .toUpperCase()
    .split(/[\s,;]+/)
    .filter((code) => code !== '')
    .map((code) => (diagnosis.test(code) ? code.replace(/^(.{3})\.?(?=.)/, '$1.') : code))
    .join(', ');
}
