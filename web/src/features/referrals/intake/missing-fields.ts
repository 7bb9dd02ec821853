import type { IntakeSectionName } from './intake-section.tsx';
import { missingInformation } from '@handoff/shared/domain/referral/needed-information';
import { referralFieldAt } from '@handoff/shared/domain/referral/referral-field-table';
import { plural } from '../../../text/format.ts';
import { IntakeReferral, type IntakeValues, knownIn } from './intake-values.ts';

export interface Missing {
  path: string;
  section: IntakeSectionName;
  message: string;
  /** The field has a value, but an invalid one. */
  isWrong: boolean;
  /** May follow after the save. */
  isLater: boolean;
}

/** "2 required fields are empty, 1 has an error"; what may follow counts only when nothing prevents saving. */
export function countOf(missing: readonly Missing[]): string {
  const now = missing.filter(({ isLater }) => !isLater);
  if (now.length === 0 && missing.length > 0) return `${plural(missing.length, 'field')} can wait`;
  const wrong = now.filter(({ isWrong }) => isWrong).length;
  const empty = now.length - wrong;
  const emptyText = empty === 1 ? '1 required field is empty' : `${empty} required fields are empty`;
  if (wrong === 0) return emptyText;
  if (empty === 0) return wrong === 1 ? '1 field has an error' : `${wrong} fields have errors`;
  return `${emptyText}, ${wrong === 1 ? '1 has an error' : `${wrong} have errors`}`;
}

/** Everything that prevents saving, in page order, then what may follow. */
export function missingIn(values: IntakeValues): Missing[] {
  const issues = IntakeReferral.safeParse(values).error?.issues ?? [];
  const now = issues.map(({ path: steps, message }) => {
    const path = steps.join('.');
    return { path, section: sectionOf(path), message, isWrong: !isEmptyAt(values, steps), isLater: false };
  });
  const later = missingInformation(knownIn(values)).map(({ name, path }) => {
    return {
      path,
      section: sectionOf(path),
      message: `${name} is needed later`,
      isWrong: false,
      isLater: true,
    };
  });
  return [...now, ...later];
}

function isEmptyAt(values: unknown, [step, ...rest]: readonly PropertyKey[]): boolean {
  if (step === undefined) return values === '' || values === undefined;
  if (typeof values !== 'object' || values === null) return true;
  return isEmptyAt(new Map<PropertyKey, unknown>(Object.entries(values)).get(String(step)), rest);
}

const sectionOf = (path: string): IntakeSectionName =>
  referralFieldAt(path.split('.')[0] ?? '')?.section ?? 'Review';
