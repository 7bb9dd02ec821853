import * as z from 'zod';

// The elements of FHIR R4 that are read. An element of another type counts as missing: the rest of the file is of use.

const lenient = <S extends z.ZodType>(schema: S) => schema.optional().catch(undefined);
/** A list; some elements are one in R4 and a list in R5, or the other way around. */
const each = <S extends z.ZodType>(schema: S) =>
  z
    .unknown()
    .optional()
    .transform((given) =>
      [given].flat().flatMap((item): z.output<S>[] => {
        const read = schema.safeParse(item);
        return read.success ? [read.data] : [];
      }),
    );
const text = lenient(z.string());

const Coding = z.object({ system: text, code: text, display: text });
const Concept = z.object({ coding: each(Coding), text });
export type Concept = z.infer<typeof Concept>;
const Identifier = z.object({ type: lenient(Concept), system: text, value: text });
const Reference = z.object({ reference: text, display: text, identifier: lenient(Identifier) });
export type Reference = z.infer<typeof Reference>;
const Telecom = z.object({ system: text, value: text });
const Name = z.object({ use: text, text, family: text, given: each(z.string()) });
export type Name = z.infer<typeof Name>;
const Address = z.object({
  use: text,
  line: each(z.string()),
  city: text,
  district: text,
  state: text,
  postalCode: text,
});
const Period = z.object({ start: text, end: text });
const Narrative = z.object({ div: text });
const Attachment = z.object({ contentType: text, data: text, url: text, title: text });
const Person = z.object({
  relationship: each(Concept),
  name: each(Name).transform(([first]) => first),
  telecom: each(Telecom),
});
export type Person = z.infer<typeof Person>;

/** All fields that any of the read resources has; their names mean the same in each. */
export const Resource = z.object({
  resourceType: z.string(),
  id: text,
  identifier: each(Identifier),
  name: z.union([z.string(), each(Name)]),
  telecom: each(Telecom),
  address: each(Address),
  gender: text,
  birthDate: text,
  communication: each(z.object({ preferred: lenient(z.boolean()), language: lenient(Concept) })),
  contact: each(Person),
  relationship: z.unknown().optional(),
  status: text,
  intent: text,
  code: lenient(Concept),
  orderDetail: each(Concept),
  occurrenceDateTime: text,
  occurrencePeriod: lenient(Period),
  requester: lenient(Reference),
  reasonCode: each(Concept),
  reasonReference: each(Reference),
  insurance: each(Reference),
  supportingInfo: each(Reference),
  note: each(z.object({ text })),
  subject: lenient(Reference),
  patient: lenient(Reference),
  beneficiary: lenient(Reference),
  for: lenient(Reference),
  focus: each(Reference),
  practitioner: lenient(Reference),
  organization: lenient(Reference),
  subscriberId: text,
  payor: each(Reference),
  order: lenient(z.number()),
  class: z.unknown().optional(),
  serviceProvider: lenient(Reference),
  period: lenient(Period),
  location: each(z.object({ location: lenient(Reference) })),
  type: lenient(Concept),
  title: text,
  author: each(Reference),
  custodian: lenient(Reference),
  section: each(
    z.object({
      title: text,
      code: lenient(Concept),
      text: lenient(Narrative),
      entry: each(Reference),
    }),
  ),
  content: each(z.object({ attachment: lenient(Attachment) })),
  qualification: each(z.object({ code: lenient(Concept) })),
  /** The diagnoses of a `Claim`. */
  diagnosis: each(
    z.object({
      sequence: lenient(z.number()),
      diagnosisCodeableConcept: lenient(Concept),
      diagnosisReference: lenient(Reference),
    }),
  ),
  provider: lenient(Reference),
  category: each(Concept),
  contentType: text,
  data: text,
  entry: z.unknown().optional(),
});
export type Resource = z.infer<typeof Resource>;

/** The classes of a coverage, such as its plan. */
export const CoverageClasses = each(z.object({ type: lenient(Concept), value: text, name: text }));

/** The class of an encounter: a code in R4, a list of concepts in R5. */
export const EncounterClasses = each(z.object({ code: text, coding: each(Coding) }));

export const Entries = each(z.object({ fullUrl: text, resource: z.unknown() }));
export const Relationships = each(Concept);
