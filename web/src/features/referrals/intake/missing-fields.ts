import type { IntakeSectionName } from './intake-section.tsx';
import { IntakeReferral, type IntakeValues } from './intake-values.ts';

export interface Missing {
  path: string;
  section: IntakeSectionName;
  message: string;
  /** The field has a value, but an invalid one. */
  isWrong: boolean;
}

/** "2 fields are missing, 1 is wrong". */
export function countOf(missing: readonly Missing[]): string {
  const wrong = missing.filter(({ isWrong }) => isWrong).length;
  const empty = missing.length - wrong;
  if (wrong === 0) return `${fields(empty)} missing`;
  if (empty === 0) return `${fields(wrong)} wrong`;
  return `${fields(empty)} missing, ${wrong} ${wrong === 1 ? 'is' : 'are'} wrong`;
}

const fields = (count: number) => (count === 1 ? '1 field is' : `${count} fields are`);

/** Everything that prevents saving, in page order. */
export function missingIn(values: IntakeValues): Missing[] {
  const issues = IntakeReferral.safeParse(values).error?.issues ?? [];
  return issues.map(({ path: steps, message }) => {
    const path = steps.join('.');
    return { path, section: sectionOf(path), message, isWrong: !isEmptyAt(values, steps) };
  });
}

function isEmptyAt(values: unknown, [step, ...rest]: readonly PropertyKey[]): boolean {
  if (step === undefined) return values === '' || values === undefined;
  if (typeof values !== 'object' || values === null) return true;
  return isEmptyAt(new Map<PropertyKey, unknown>(Object.entries(values)).get(String(step)), rest);
}

const sectionOfPart: Record<string, IntakeSectionName> = {
  ReceivedAt: 'Source',
  Source: 'Source',
  Patient: 'Patient',
  Address: 'Address',
  Payers: 'Payer',
  Services: 'Services',
  ClinicalSummary: 'Services',
  DocumentIds: 'Documents',
};

const sectionOf = (path: string) => sectionOfPart[path.split('.')[0] ?? ''] ?? 'Review';
