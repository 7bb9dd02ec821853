import { Button, NativeSelect } from '@mantine/core';
import { useState } from 'react';
import {
  ClinicalEdit,
  ClinicalField,
  clinicalLabel,
  clinicalParts,
} from '@handoff/shared/domain/referral/clinical-block';
import { isOffered as isInUse } from '@handoff/shared/domain/agency/list-settings';
import { neededBy } from '@handoff/shared/domain/referral/needed-information';
import { dayInput } from '../../../ui/inputs/time-input.tsx';
import { phoneInput } from '../../../ui/inputs/phone-input.tsx';
import { choicesOf, controlOf } from '../../../ui/form/field-schema.ts';
import { useAskedClinical } from '../../../data/current-person.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { DiagnosisInput, nameOf, OrderingAnswer, PractitionerInput } from './national-lists.tsx';
import { useOffers } from './prefill/offered.ts';
import { IntakeSection, type IntakeSectionName, wide } from './intake-section.tsx';
import type { IntakeForm, IntakeValues } from './intake-values.ts';
import styles from './intake.module.css';

/** The fields that the agency asks for, and others that the referral has or one of its statuses needs. */
export function useClinicalFields({ Clinical }: Pick<IntakeValues, 'Clinical'>): ClinicalField[] {
  const asked = useAskedClinical();
  const { statuses } = useSettings();
  const needed = new Set<string>(statuses.filter(isInUse).flatMap(neededBy));
  return ClinicalField.options.filter(
    (field) => asked.includes(field) || needed.has(field) || isKnown(Clinical, field),
  );
}

/** The form has no clinical section where nothing of it is asked for. */
export const useHiddenSections = (values: Pick<IntakeValues, 'Clinical'>): IntakeSectionName[] =>
  useClinicalFields(values).length === 0 ? ['Clinical'] : [];

/** Closed until someone wants it, because most calls know none of it. */
export function ClinicalSection({ form }: { form: IntakeForm }) {
  const { Clinical } = form.values;
  const shown = useClinicalFields(form.values);
  const [isOpened, setOpened] = useState(false);
  const { byPath } = useOffers();
  if (shown.length === 0) return null;
  const isOffered = shown.some((field) => byPath.has(`Clinical.${field}`));
  if (!isOpened && !isOffered && !shown.some((field) => isKnown(Clinical, field)))
    return (
      <IntakeSection name="Clinical">
        <div className={wide(12)}>
          <Button size="xs" variant="default" onClick={() => setOpened(true)}>
            Add clinical facts
          </Button>
        </div>
      </IntakeSection>
    );
  return (
    <IntakeSection name="Clinical">
      {Object.entries(clinicalParts)
        .map(([part, fields]) => ({ part, fields: shown.filter((field) => field in fields) }))
        .filter(({ fields }) => fields.length > 0)
        .map(({ part, fields }) => (
          <fieldset key={part} className={styles['part']}>
            <legend>{part}</legend>
            {fields.map((field) => (
              <ClinicalInput key={field} {...{ form, field }} />
            ))}
          </fieldset>
        ))}
    </IntakeSection>
  );
}

const isKnown = (block: IntakeValues['Clinical'], field: ClinicalField) => (block[field] ?? '') !== '';

function ClinicalInput({ form, field }: { form: IntakeForm; field: ClinicalField }) {
  const { Field } = form;
  const schema = ClinicalEdit.shape[field];
  const shared = { name: `Clinical.${field}`, label: clinicalLabel(field), className: wide(4) } as const;
  const choices = choicesOf(schema);
  if (field.endsWith('Phone')) return <Field {...shared}>{phoneInput}</Field>;
  if (controlOf(schema) === 'date') return <Field {...shared}>{dayInput}</Field>;
  if (field.includes('Diagnos'))
    return <Field {...shared}>{(control) => <DiagnosisInput {...control} />}</Field>;
  if (field.endsWith('Npi') || npiFieldOf(field)) return <PractitionerField {...{ form, field, shared }} />;
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

/** Both practitioners have a name and an NPI: `OrderingPractitioner` and `OrderingNpi`. */
const npiFieldOf = (field: ClinicalField) =>
  field.endsWith('Practitioner') ? ClinicalField.parse(field.replace('Practitioner', 'Npi')) : undefined;
const nameFieldOf = (field: ClinicalField) => ClinicalField.parse(field.replace('Npi', 'Practitioner'));

interface PractitionerFieldProps {
  form: IntakeForm;
  field: ClinicalField;
  shared: { name: `Clinical.${ClinicalField}`; label: string; className: string | undefined };
}

function PractitionerField({ form, field, shared }: PractitionerFieldProps) {
  const { Field, values, set } = form;
  const npiField = npiFieldOf(field);
  if (!npiField) {
    const { [field]: npi = '', [nameFieldOf(field)]: name = '' } = values.Clinical;
    return <Field {...shared} hint={<OrderingAnswer npi={npi} name={name} />} />;
  }
  return (
    <Field {...shared}>
      {(control) => (
        <PractitionerInput
          {...control}
          onTake={(chosen) => {
            set(`Clinical.${field}`, nameOf(chosen));
            set(`Clinical.${npiField}`, chosen.Npi);
          }}
        />
      )}
    </Field>
  );
}
