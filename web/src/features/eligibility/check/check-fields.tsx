import { TextInput } from '@mantine/core';
import { categories } from '@handoff/shared/domain/eligibility/settings';
import { isMasked } from '@handoff/shared/domain/person/identifiers';
import { yearsSince } from '../../../lib/format/format.ts';
import { fieldNames, type CheckValues, troublesIn } from './check-values.ts';
import { MbiInput } from '../../../components/inputs/mbi-input.tsx';
import { useForm } from '@mantine/form';
import type { CheckAnswer } from './use-check.ts';

export function CheckFields({ form }: { form: CheckForm }) {
  const field = form.getInputProps;
  const { Mbi, DateOfBirth } = form.values;
  const years = DateOfBirth === '' ? -1 : yearsSince(DateOfBirth);
  const age = years >= 0 && years < 130 ? ` (${years} years)` : '';
  return (
    <div className="check-fields">
      <MbiInput
        className="check-mbi"
        description={
          isMasked(Mbi)
            ? 'From the referral, which keeps it masked. Type over it to check a different number.'
            : '11 characters, on the red, white and blue card'
        }
        withAsterisk
        data-path="Mbi"
        value={Mbi}
        error={form.errors['Mbi']}
        onChange={(text) => text !== Mbi && form.setFieldValue('Mbi', text)}
      />
      <TextInput
        label={fieldNames.FirstName}
        withAsterisk
        autoComplete="off"
        maxLength={35}
        {...field('FirstName')}
      />
      <TextInput
        label={fieldNames.LastName}
        withAsterisk
        autoComplete="off"
        maxLength={60}
        {...field('LastName')}
      />
      <TextInput
        type="date"
        label={`${fieldNames.DateOfBirth}${age}`}
        withAsterisk
        {...field('DateOfBirth')}
      />
      <TextInput type="date" label={fieldNames.DateOfService} withAsterisk {...field('DateOfService')} />
      <CategoryChoice form={form} />
    </div>
  );
}

function CategoryChoice({ form }: { form: CheckForm }) {
  return (
    <fieldset className="check-category">
      <legend>Category</legend>
      {categories.map((category) => (
        <label key={category}>
          <input
            type="radio"
            name="Category"
            checked={form.values.Category === category}
            onChange={() => form.setFieldValue('Category', category)}
          />
          {category}
        </label>
      ))}
    </fieldset>
  );
}

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
