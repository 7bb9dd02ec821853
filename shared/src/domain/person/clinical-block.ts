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
    OrderingPractitioner: text,
    OrderingNpi: npi,
    CertifyingPractitioner: text,
    CertifyingNpi: npi,
    FaceToFaceDate: day,
    FaceToFaceBy: text,
    PrimaryCarePractitioner: text,
    PrimaryCareNpi: npi,
  },
  Diagnoses: {
    PrimaryDiagnosis: diagnoses(1, 'Enter an ICD-10 code, such as I50.9'),
    OtherDiagnoses: diagnoses(
      MAX_DIAGNOSES,
      `Enter up to ${MAX_DIAGNOSES} ICD-10 codes, such as I50.9, E11.9`,
    ),
    Homebound: choice(['Yes', 'No']),
  },
  Safety: {
    Allergies: text,
    CodeStatus: choice(['Full code', 'DNR', 'DNR and DNI', 'Comfort care']),
    Infection: text,
    Equipment: text,
  },
  'Start of care': {
    RequestedStart: day,
    Facility: text,
    Room: text,
    DischargeDate: day,
    /** In words: `2 PM`, `after dialysis`. */
    DischargeTime: line(40),
    /** Where care begins, if it is not the patient's address: `Daughter, 12 Test Way, Hartford`. */
    GoingHomeTo: text,
    StartOfCare: day,
    NoticeFiled: day,
  },
  Person: {
    Sex: choice(['Female', 'Male', 'Unknown']),
    Language: text,
    EmergencyContact: text,
    EmergencyPhone: phone,
    Representative: text,
    RepresentativePhone: phone,
  },
  Authorization: {
    AuthorizationNeeded: choice(['Yes', 'No']),
    AuthorizationNumber: text,
    AuthorizedFrom: day,
    AuthorizedTo: day,
    AuthorizedVisits: orNothing(line(4).regex(/^\d{1,3}$/, 'Enter a number of visits')),
  },
};

const { Order, Diagnoses, Safety, Person, Authorization } = clinicalParts;

/** An edit has the changed fields, and a new referral those that are known. */
export const ClinicalEdit = z
  .strictObject({
    ...Order,
    ...Diagnoses,
    ...Safety,
    ...clinicalParts['Start of care'],
    ...Person,
    ...Authorization,
  })
  .partial();

export const ClinicalField = ClinicalEdit.keyof();
export type ClinicalField = z.infer<typeof ClinicalField>;

export const noClinical: Clinical = byKey(ClinicalField, () => '');

/** The block as stored and returned; records that are older than a field lack it. */
export const Clinical = z.record(ClinicalField, z.string().default('')).default(() => noClinical);
export type Clinical = Record<ClinicalField, string>;

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
