import { useForm } from '@mantine/form';
import { type CheckValues, troublesIn } from './check-values.ts';
import type { CheckAnswer } from './use-check.ts';

export type CheckForm = ReturnType<typeof useCheckForm>;

export function useCheckForm(initialValues: CheckValues, findings: CheckAnswer['Findings']) {
  return useForm<CheckValues>({
    mode: 'controlled',
    initialValues,
    initialErrors: errorsOf(findings),
    validate: (values) =>
      Object.fromEntries(troublesIn(values).map(({ field, message }) => [field, message])),
  });
}

/** What Medicare could not use, under the fields it names. */
export function errorsOf(findings: CheckAnswer['Findings']): Record<string, string> {
  return Object.fromEntries(
    findings.flatMap(({ Field, Text }) => (Field === undefined ? [] : [[Field, Text]])),
  );
}
