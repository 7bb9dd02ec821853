import * as z from 'zod';
import type { TestApi } from '../api.ts';

/** Values that identify a patient, each found nowhere else. */
export const canaries = {
  name: 'Quimbleton',
  ssn: '219-09-9377',
  mbi: '7QX4-WV8-YN64',
  birthDate: '1931-07-29',
  phone: '2035550177',
  street: '77 ZYXWVUT AVENUE',
  note: 'Canary-note-text',
};

const places: [sample: string, canary: string][] = [
  ['"Sample"', JSON.stringify(canaries.name)],
  ['1948-03-12', canaries.birthDate],
  ['8605550102', canaries.phone],
  ['12 MAIN ST', canaries.street],
  ['Recovering at home.', canaries.note],
  ['Call after noon.', canaries.note],
  ['Call before noon.', canaries.note],
  ['1EG4TE5MK73', canaries.mbi],
];

const Sent = z.looseObject({ file: z.instanceof(File).optional() });
const WithPatient = z.looseObject({ body: z.looseObject({ Patient: z.looseObject({}) }) });

/** Returns the same input about a patient made of canaries. */
export function withCanaries(input: unknown): unknown {
  const { file, ...rest } = Sent.parse(input);
  const text = places.reduce(
    (json, [sample, canary]) => json.replaceAll(sample, canary),
    JSON.stringify(rest),
  );
  const changed: unknown = JSON.parse(text);
  const about = WithPatient.safeParse(changed).data;
  if (about) Object.assign(about.body.Patient, { Ssn: canaries.ssn, Mbi: canaries.mbi });
  return { ...Sent.parse(about ?? changed), ...(file && { file }) };
}

/** Replaces the patient in everything that the stories send to this API. */
export function tellingOfCanaries(handoff: TestApi): TestApi {
  const call: TestApi['call'] = (endpoint, input, how) => {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- of the shape it had
    const changed = withCanaries(input) as typeof input;
    return handoff.call(endpoint, changed, how);
  };
  return { ...handoff, call };
}

/** Returns the forms of a canary that the text has; a number within a longer one, such as a time, is a coincidence. */
export const formsIn = (text: string, canary: string): string[] =>
  formsOf(canary).filter((form) =>
    /^\d+$/.test(form) ? new RegExp(`(?<!\\d)${form}(?!\\d)`).test(text) : text.includes(form),
  );

/** Returns every spelling in which a canary could hide, including base64 at any offset. */
function formsOf(canary: string): string[] {
  const plain = canary.replaceAll('-', '');
  const forms = [canary, plain, plain.toLowerCase()].flatMap((text) => [
    text,
    encodeURIComponent(text),
    encodeURIComponent(text).replaceAll('%20', '+'),
    ...[0, 1, 2].map((offset) => {
      const bytes = Buffer.from('.'.repeat(offset) + text);
      return bytes.toString('base64url').slice(offset === 0 ? 0 : 4, -4);
    }),
  ]);
  return [...new Set(forms)];
}
