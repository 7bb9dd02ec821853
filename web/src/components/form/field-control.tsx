import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/Pill.layer.css';
import '@mantine/core/styles/PillsInput.layer.css';
import { Checkbox, MultiSelect, Select, TagsInput, Textarea, TextInput } from '@mantine/core';
import * as z from 'zod';
import { choicesOf, type ControlKind, isNullable } from './field-schema.ts';
import type { ControlProps } from './field.tsx';

export type Option = string | { value: string; label: string };

interface FieldControlProps {
  control: ControlProps;
  schema: z.core.$ZodType | undefined;
  options: readonly Option[] | undefined;
}

/** The control that fits the field's schema; ids and other closed choices come as options. */
export function FieldControl({ kind, ...props }: FieldControlProps & { kind: ControlKind }) {
  if (kind === 'yes or no') return <YesOrNo {...props.control} />;
  if (kind === 'some of' || (kind === 'list of texts' && props.options)) return <SomeOf {...props} />;
  if (kind === 'list of texts')
    return <TagsInput {...shared(props)} value={listOf(props)} onChange={props.control.onChange} />;
  if (kind === 'one of' || props.options) return <OneOf {...props} />;
  if (kind === 'long text')
    return (
      <Textarea
        {...shared(props)}
        autosize
        minRows={3}
        value={textOf(props)}
        onChange={({ currentTarget }) => props.control.onChange(currentTarget.value)}
      />
    );
  return <OneLine kind={kind} {...props} />;
}

function shared({ control: { value: _value, onChange: _onChange, required, ...named } }: FieldControlProps) {
  return { ...named, withAsterisk: required, 'aria-required': required, autoComplete: 'off' };
}

const textOf = ({ control: { value } }: FieldControlProps) =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : '';
const listOf = ({ control: { value } }: FieldControlProps) => (Array.isArray(value) ? value.map(String) : []);
const dataOf = ({ options, schema }: FieldControlProps) => [...(options ?? choicesOf(schema))];

function YesOrNo({ value, onChange, required: _required, ...named }: ControlProps) {
  return (
    <Checkbox
      {...named}
      checked={value === true}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  );
}

function SomeOf(props: FieldControlProps) {
  return (
    <MultiSelect
      {...shared(props)}
      data={dataOf(props)}
      value={listOf(props)}
      onChange={props.control.onChange}
      searchable
      hidePickedOptions
    />
  );
}

function OneOf(props: FieldControlProps) {
  const [data, text] = [dataOf(props), textOf(props)];
  const mayBeEmpty = isNullable(props.schema);
  return (
    <Select
      {...shared(props)}
      data={data}
      value={text === '' ? null : text}
      onChange={(chosen) => props.control.onChange(chosen ?? (mayBeEmpty ? null : ''))}
      searchable={data.length > 10}
      clearable={mayBeEmpty && text !== ''}
      allowDeselect={false}
    />
  );
}

function OneLine({ kind, ...props }: FieldControlProps & { kind: ControlKind }) {
  return (
    <TextInput
      {...shared(props)}
      type={kind === 'date' ? 'date' : 'text'}
      {...(kind === 'number' && { inputMode: 'numeric' as const })}
      value={textOf(props)}
      onChange={({ currentTarget }) =>
        props.control.onChange(typedValue(currentTarget.value, kind, props.schema))
      }
    />
  );
}

function typedValue(text: string, kind: ControlKind, schema: z.core.$ZodType | undefined): unknown {
  if (text === '' && isNullable(schema)) return null;
  return kind === 'number' && /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
}
