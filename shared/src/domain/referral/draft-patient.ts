import * as z from 'zod';
import { FileReading } from './file-reading.ts';

const text = z.string().catch('');
const DraftPatient = z.object({
  Patient: z.object({ LastName: text, FirstName: text }).catch({ LastName: '', FirstName: '' }),
  /** Whom its papers are about, as far as they were read: "Doe, Jane". */
  About: text,
  Readings: z.array(FileReading).catch([]),
});

/** "Doe, Jane": the patient of a draft, as typed or as read in its papers; empty if nothing says it. */
export function patientOfDraft(values: object): string {
  const { Patient, About, Readings } = DraftPatient.parse({
    Patient: {},
    About: '',
    Readings: [],
    ...values,
  });
  const read = Readings.flatMap(({ Taken }) => Taken);
  const names = (['LastName', 'FirstName'] as const).map(
    (name) => Patient[name] || read.find(({ Field }) => Field === `Patient.${name}`)?.Value || '',
  );
  return names.filter((name) => name !== '').join(', ') || About;
}

export const aboutIn = (values: object): string =>
  DraftPatient.shape.About.parse(Reflect.get(values, 'About'));
