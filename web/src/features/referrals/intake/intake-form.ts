import { schemaResolver, useForm } from '@mantine/form';
import { shallowEqual } from '@mantine/hooks';
import { useState, useEffect, useEffectEvent } from 'react';
import { useCurrentPerson } from '../../../lib/current-person.ts';
import { asSent, blankIntake, IntakeReferral, type IntakeValues } from './intake-values.ts';
import type { IntakeSectionName } from './intake-section.tsx';

const validate = schemaResolver(IntakeReferral, { sync: true });

export type IntakeForm = ReturnType<typeof useIntakeForm>;

// Controlled: masks, place and street depend on each other, and thirty fields render within a frame.
export function useIntakeForm(given?: IntakeValues) {
  const { domain } = useCurrentPerson();
  const [initialValues] = useState(
    () => given ?? blankIntake({ state: domain?.States[0] ?? '', now: new Date() }),
  );
  return useForm<IntakeValues>({
    mode: 'controlled',
    initialValues,
    validate: (values) => validate(asSent(values)),
  });
}

type Part = keyof IntakeValues;

/** For `memo`: a key press renders only the section it is typed in. */
export function sameParts(...parts: Part[]) {
  const told = ({ form }: { form: IntakeForm }) =>
    JSON.stringify([parts.map((part) => form.values[part]), errorsOf(form, parts)]);
  return <P extends { form: IntakeForm }>(former: P, now: P): boolean => {
    const { form: _former, ...formerRest } = former;
    const { form: _now, ...nowRest } = now;
    return shallowEqual(formerRest, nowRest) && told(former) === told(now);
  };
}

function errorsOf({ errors }: IntakeForm, parts: readonly Part[]) {
  return Object.entries(errors).filter(([path]) => parts.some((part) => path.split('.')[0] === part));
}

export interface Missing {
  path: string;
  section: IntakeSectionName;
  message: string;
  /** Something is there, but not as it has to be. */
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

/** What still keeps the referral from being saved, in the order of the page. */
export function missingIn(values: IntakeValues): Missing[] {
  const issues = IntakeReferral.safeParse(asSent(values)).error?.issues ?? [];
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

/** Ctrl or Command with Enter, from any field. */
export function useSaveKey(save: () => void): void {
  const latest = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    save();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => latest(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}
