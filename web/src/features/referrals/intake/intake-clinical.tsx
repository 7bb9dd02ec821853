import { Button, NativeSelect } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { flushSync } from 'react-dom';
import { listedName } from '@handoff/shared/domain/referral/ordering-practitioner';
import { ClinicalEdit, ClinicalField, clinicalParts } from '@handoff/shared/domain/person/clinical-block';
import { clinicalLabel } from '@handoff/shared/domain/person/clinical-labels';
import { isOffered as isInUse } from '@handoff/shared/domain/agency/list-settings';
import { neededBy } from '@handoff/shared/domain/referral/needed-information';
import { nearDayInput } from '../../../ui/inputs/time-input.tsx';
import { phoneInput } from '../../../ui/inputs/phone-input.tsx';
import { SuggestInput } from '../../../ui/inputs/suggest-input.tsx';
import { type ControlProps, focusField } from '../../../ui/form/field.tsx';
import { choicesOf, controlOf } from '../../../ui/form/field-schema.ts';
import { useAskedClinical } from '../../../data/current-person.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { DiagnosisInput, OrderingAnswer, PractitionerInput } from './national-lists.tsx';
import { useOffers } from './prefill/offered.ts';
import { focusAfter, IntakeSection, type IntakeSectionName, wide } from './intake-section.tsx';
import type { IntakeForm, IntakeValues } from './intake-values.ts';
import { languages } from './languages.ts';
import { type SameAs, sameAs } from './same-as.ts';
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

  /** Enter in an empty field takes what is usually the same; before that, what a list or a document offers. */
  function takeSame(event: KeyboardEvent<HTMLElement>) {
    const { key, target, defaultPrevented } = event;
    if (key !== 'Enter' || defaultPrevented || !(target instanceof HTMLInputElement)) return;
    const path = target.dataset['path'] ?? '';
    const field = ClinicalField.safeParse(path.slice('Clinical.'.length)).data;
    const same = field && !byPath.has(path) ? sameAs(field, form.values) : undefined;
    if (!same) return;
    event.preventDefault();
    take(form, same);
  }

  const isOffered = shown.some((field) => byPath.has(`Clinical.${field}`));
  if (!isOpened && !isOffered && !shown.some((field) => isKnown(Clinical, field)))
    return (
      <IntakeSection name="Clinical">
        <div className={wide(12)}>
          <Button
            size="xs"
            data-opens-fields
            onClick={() => {
              flushSync(() => setOpened(true));
              focusField(`Clinical.${shown[0]}`);
            }}
          >
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
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the Enter of its fields
          <fieldset key={part} className={styles['part']} onKeyDown={takeSame}>
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
  const same = sameAs(field, form.values);
  const shared = {
    name: `Clinical.${field}`,
    label: clinicalLabel(field),
    className: wide(4),
    ...(same && { hint: <SameAsButton {...{ form, same }} /> }),
  } as const;
  const choices = choicesOf(schema);
  if (field.endsWith('Phone')) return <Field {...shared}>{phoneInput}</Field>;
  if (controlOf(schema) === 'date') return <Field {...shared}>{nearDayInput}</Field>;
  if (field === 'Language')
    return (
      <Field {...shared}>
        {(control) => (
          <LanguageInput {...control} onTake={(Language) => take(form, { values: { Language } })} />
        )}
      </Field>
    );
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

function SameAsButton({ form, same }: { form: IntakeForm; same: SameAs }) {
  return (
    <button type="button" className="text-button" tabIndex={-1} onClick={() => take(form, same)}>
      Same as {same.name} <kbd aria-hidden="true">⏎</kbd>
    </button>
  );
}

/** Moves on past all fields that it fills. */
function take(form: IntakeForm, { values }: Pick<SameAs, 'values'>) {
  const taken = Object.entries(values).map(([field, value]) => ({ path: `Clinical.${field}`, value }));
  flushSync(() => {
    for (const { path, value } of taken) form.set(path, value);
  });
  const last = taken.at(-1);
  if (last) focusAfter(document.querySelector(`[data-path="${last.path}"]`));
}

function LanguageInput({
  value,
  onChange,
  onTake,
  ...control
}: ControlProps & { onTake: (language: string) => void }) {
  const text = String(value);
  const typed = text.toLowerCase();
  const found = languages.filter((each) => each.toLowerCase().startsWith(typed));
  return (
    <SuggestInput
      {...control}
      value={text}
      onChange={onChange}
      onOptionSubmit={onTake}
      suggestions={typed === '' || found.some((each) => each.toLowerCase() === typed) ? [] : found}
    />
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
  const { Field, values } = form;
  const { byPath } = useOffers();
  const npiField = npiFieldOf(field);
  if (!npiField) {
    const nameField = nameFieldOf(field);
    const { [field]: npi = '', [nameField]: typed = '' } = values.Clinical;
    // A name that a document proposes is the one that the claim would have.
    const name = typed === '' ? (byPath.get(`Clinical.${nameField}`)?.value ?? '') : typed;
    return <Field {...shared} hint={<OrderingAnswer npi={npi} name={name} />} />;
  }
  return (
    <Field {...shared}>
      {(control) => (
        <PractitionerInput
          {...control}
          onTake={(chosen) => take(form, { values: { [field]: listedName(chosen), [npiField]: chosen.Npi } })}
        />
      )}
    </Field>
  );
}
