import { Checkbox, MultiSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import '../theme/form-controls.ts';
import type { ChangeEvent, ReactNode } from 'react';
import type * as z from 'zod';
import { formatCount } from '../../text/format.ts';
import { fieldText } from '../../text/labels/change-labels.ts';
import {
  choicesOf,
  type ControlKind,
  controlOf,
  excessOf,
  inputModeOf,
  isNullable,
  isRequired,
  maxLengthOf,
  schemaAt,
} from './field-schema.ts';
import { useFormState } from './form-state.ts';
import { isWithin, valueAt } from '../../data/records/merge.ts';

/** The props that every kind of control receives. */
export interface ControlProps {
  name: string;
  'data-path': string;
  className?: string | undefined;
  label: string;
  description?: ReactNode;
  error?: string | undefined;
  withAsterisk: boolean;
  'aria-required': boolean;
  autoComplete: 'off';
  value: unknown;
  onChange: (value: unknown) => void;
}

export interface FieldProps<Name extends string> {
  name: Name;
  /** Defaults to the field's name in words. */
  label?: string;
  /** Shown below the field; says the consequence. */
  hint?: ReactNode;
  className?: string | undefined;
  /** For choices that the schema does not list, such as ids, and for lists of them. */
  options?: readonly (string | { value: string; label: string })[];
  /** Replaces the control that the schema would choose. */
  children?: (control: ControlProps) => ReactNode;
}

/** One field of a form: label, control, hint and error. The schema chooses the control. */
export function Field({ name, label, hint, className, options, children }: FieldProps<string>) {
  const form = useFormState();
  const schema = schemaAt(form.schema, name);
  const required = isRequired(schema);
  const data = [...(options ?? choicesOf(schema))];
  const kind = controlOf(schema, options !== undefined || data.length > 0);
  const value = valueAt(form.values, name);
  const below = hint ?? (kind === 'long text' ? lengthText(textOf(value), maxLengthOf(schema)) : undefined);
  const error = [...form.errors].find(([at]) => isWithin(at, name))?.[1] ?? excessOf(schema, value);
  const control: ControlProps = {
    name,
    'data-path': name,
    className,
    label: label ?? fieldText(name),
    // An error replaces the hint, which otherwise stands between the error and the control.
    ...(below !== undefined && error === undefined && { description: below }),
    error,
    withAsterisk: required,
    'aria-required': required,
    autoComplete: 'off',
    value,
    onChange: (next) => form.set(name, next),
  };
  if (children) return children(control);
  return <Control {...{ kind, control, schema, data }} />;
}

/** "1,234 of 20,000 characters", below a text that may become long. */
export const lengthText = (text: string, most = 0): string | undefined =>
  text === '' ? undefined : `${formatCount(text.length)} of ${formatCount(most)} characters`;

interface FieldControlProps {
  kind: ControlKind;
  control: ControlProps;
  schema: z.core.$ZodType | undefined;
  data: (string | { value: string; label: string })[];
}

export function focusField(name: string): void {
  const field = document.querySelector(`[data-path="${CSS.escape(name)}"]`);
  if (field instanceof HTMLElement) field.focus();
}

const lines = { date: { type: 'date' }, number: { inputMode: 'numeric' }, text: {} } as const;

const isEmptyChoice = (choice: string | { value: string }) =>
  typeof choice === 'object' && choice.value === '';

function Control({ kind, control, schema, data }: FieldControlProps) {
  const { value, onChange, withAsterisk, ...named } = control;
  const shared = { ...named, withAsterisk };
  const text = textOf(value);
  const list = listOf(value);
  const take = (typed: string) => onChange(typedValue(typed, kind, schema));
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
    take(currentTarget.value);
  switch (kind) {
    case 'yes or no':
      return (
        <Checkbox
          {...named}
          checked={value === true}
          onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        />
      );
    case 'some of':
      // A dialog that opens with the focus on this field still shows the fields around it.
      return (
        <MultiSelect
          {...shared}
          {...{ data, onChange }}
          value={list}
          searchable
          hidePickedOptions
          openOnFocus={false}
        />
      );
    case 'list of texts':
      return <TagsInput {...shared} value={list} onChange={onChange} />;
    case 'one of':
      return (
        <Select
          {...shared}
          data={data}
          // An empty text may be a choice with words of its own.
          value={text === '' && !data.some(isEmptyChoice) ? null : text}
          onChange={(chosen) => take(chosen ?? '')}
          searchable={data.length > 10}
          selectFirstOptionOnChange
          // On the way through a form, the list would cover the fields below.
          openOnFocus={false}
          nothingFoundMessage="Nothing found"
          // Selected, so that typing replaces the value.
          onFocus={({ currentTarget }) => currentTarget.select()}
          clearable={isNullable(schema) && text !== ''}
          allowDeselect={false}
        />
      );
    case 'long text':
      return <Textarea {...shared} autosize minRows={3} value={text} onChange={type} />;
    case 'date':
    case 'number':
    case 'text':
      return <TextInput {...shared} {...inputModeOf(schema)} {...lines[kind]} value={text} onChange={type} />;
  }
}

const textOf = (value: unknown) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const listOf = (value: unknown) => (Array.isArray(value) ? value.map(String) : []);

function typedValue(text: string, kind: ControlKind, schema: z.core.$ZodType | undefined): unknown {
  if (text === '' && isNullable(schema)) return null;
  return kind === 'number' && /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}
