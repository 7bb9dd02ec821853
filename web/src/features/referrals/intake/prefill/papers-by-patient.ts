import type { IntakeValues } from '../intake-values.ts';
import { isAnother, nameIn, patientIn } from '@handoff/shared/reading/patients';
import type { OtherPages } from '../pages/page-stack.ts';
import type { PdfReading } from './read-pdf.ts';

/** Pages of an attached paper that are about another patient, and give nothing. */
export interface StrayPages extends OtherPages {
  /** Of the paper. */
  pageCount: number;
}

type Reading = Pick<PdfReading, 'proposals' | 'others' | 'pageCount'>;

interface Sorted<R> {
  own: [attachmentId: string, reading: R][];
  strays: StrayPages[];
}

/**
 * Keeps the papers of two patients apart: the patient of the form, or else the first one who is named. `same` are papers
 * that a person has said are about this patient.
 */
export function papersByPatient<R extends Reading>(
  readings: ReadonlyMap<string, R>,
  { values, same }: { values: Pick<IntakeValues, 'Patient'>; same: ReadonlySet<string> },
): Sorted<R> {
  let first = identityOf(values);
  const sorted: Sorted<R> = { own: [], strays: [] };
  for (const [attachmentId, reading] of readings) {
    const { proposals, others, pageCount } = reading;
    const patient = patientIn(proposals);
    const isStray = patient && first && !same.has(attachmentId) && isAnother(patient, first);
    const strays = isStray ? [{ name: nameIn(proposals), pages: pagesBut(others, pageCount) }] : [];
    if (!isStray) {
      first ??= patient;
      sorted.own.push([attachmentId, reading]);
    }
    sorted.strays.push(...[...strays, ...others].map((each) => ({ ...each, attachmentId, pageCount })));
  }
  return sorted;
}

/** Whom the form is about, once its name and birth date say so. */
function identityOf({ Patient }: Pick<IntakeValues, 'Patient'>) {
  const typed = (['LastName', 'FirstName', 'DateOfBirth'] as const).map((name) => ({
    path: `Patient.${name}`,
    value: Patient[name],
  }));
  return typed.every(({ value }) => value !== '') ? patientIn(typed) : undefined;
}

function pagesBut(others: Reading['others'], count: number): number[] {
  const taken = new Set(others.flatMap(({ pages }) => pages));
  return Array.from({ length: count }, (_, index) => index + 1).filter((page) => !taken.has(page));
}
