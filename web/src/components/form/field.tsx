import type { ReactNode } from 'react';
import { fieldText } from '../../lib/format/change-words.ts';
import { controlOf, isRequired, schemaAt } from './field-schema.ts';
import { FieldControl, type Option } from './field-control.tsx';
import { useFormState } from './form-state.ts';
import { valueAt } from './form-values.ts';

/** What an input of any kind is given. */
export interface ControlProps {
  name: string;
  label: string;
  description?: ReactNode;
  error?: string | undefined;
  required: boolean;
  value: unknown;
  onChange: (value: unknown) => void;
}

export interface FieldProps<Name extends string> {
  name: Name;
  /** Left out: the name in words. */
  label?: string;
  /** Below the field; says the consequence. */
  hint?: ReactNode;
  /** For a choice whose values the schema does not list, such as ids; and for lists of such. */
  options?: readonly Option[];
  /** An input of one's own. */
  children?: (control: ControlProps) => ReactNode;
}

/** One field of the form: label, control by its schema, hint and error. */
export function Field({ name, label, hint, options, children }: FieldProps<string>) {
  const form = useFormState();
  const schema = schemaAt(form.schema, name);
  const control: ControlProps = {
    name,
    label: label ?? fieldText(name),
    ...(hint !== undefined && { description: hint }),
    error: form.errors.get(name),
    required: isRequired(schema),
    value: valueAt(form.values, name),
    onChange: (value) => form.set(name, value),
  };
  if (children) return children(control);
  return <FieldControl kind={controlOf(schema)} {...{ control, schema, options }} />;
}
