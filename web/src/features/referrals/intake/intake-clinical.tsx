import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import {
  ClinicalEdit,
  ClinicalField,
  clinicalLabel,
  clinicalParts,
} from '@handoff/shared/domain/referral/clinical-block';
import { dayInput } from '../../../ui/inputs/time-input.tsx';
import { phoneInput } from '../../../ui/inputs/phone-input.tsx';
import { choicesOf, controlOf } from '../../../ui/form/field-schema.ts';
import { IntakeSection, wide } from './intake-section.tsx';
import type { IntakeForm } from './intake-values.ts';
import styles from './intake.module.css';

/** Closed until someone wants it, because most calls know none of it. */
export function ClinicalSection({ form }: { form: IntakeForm }) {
  const { Clinical } = form.values;
  const isKnown = ClinicalField.options.some((field) => (Clinical[field] ?? '') !== '');
  const [isOpened, setOpened] = useState(false);
  if (!isKnown && !isOpened)
    return (
      <IntakeSection name="Clinical">
        <div className={wide(12)}>
          <Button size="xs" variant="default" onClick={() => setOpened(true)}>
            Add orderer, diagnoses and contacts
          </Button>
        </div>
      </IntakeSection>
    );
  return (
    <IntakeSection name="Clinical">
      {Object.entries(clinicalParts).map(([part, fields]) => (
        <fieldset key={part} className={styles['part']}>
          <legend>{part}</legend>
          {ClinicalField.options
            .filter((field) => field in fields)
            .map((field) => (
              <ClinicalInput key={field} {...{ form, field }} />
            ))}
        </fieldset>
      ))}
    </IntakeSection>
  );
}

function ClinicalInput({ form: { Field }, field }: { form: IntakeForm; field: ClinicalField }) {
  const schema = ClinicalEdit.shape[field];
  const shared = { name: `Clinical.${field}`, label: clinicalLabel(field), className: wide(4) } as const;
  const choices = choicesOf(schema);
  if (field.endsWith('Phone')) return <Field {...shared}>{phoneInput}</Field>;
  if (controlOf(schema) === 'date') return <Field {...shared}>{dayInput}</Field>;
  if (choices.length === 0) return <Field {...shared} />;
  return (
    <Field {...shared}>
      {({ value, onChange, ...control }) => (
        <NativeSelect
          {...control}
          data={choices.map((choice) => ({ value: choice, label: choice || 'Not known' }))}
          value={String(value)}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </Field>
  );
}
