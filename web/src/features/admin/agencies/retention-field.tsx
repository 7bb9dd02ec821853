import { Select, TextInput } from '@mantine/core';
import type { ControlProps } from '../../../ui/form/field.tsx';
import { FieldRow } from '../../../ui/form/form.tsx';

const choices = [
  { value: 'keep', label: 'Keep until deleted' },
  { value: 'delete', label: 'Delete after some years' },
];

interface RetentionFieldProps {
  control: ControlProps;
  /** The years that choosing to delete begins with. */
  proposal: number;
}

/** Years of retention as a choice; the record says 0 where nothing is deleted by itself. */
export function RetentionField({ control, proposal }: RetentionFieldProps) {
  const { value, onChange, error, withAsterisk: _always, 'data-path': path, ...named } = control;
  const isKept = value === 0;
  const { label } = named;
  const choice = (
    <Select
      {...named}
      data={choices}
      value={isKept ? 'keep' : 'delete'}
      onChange={(chosen) => onChange(chosen === 'keep' ? 0 : proposal)}
      openOnFocus={false}
      allowDeselect={false}
    />
  );
  if (isKept) return choice;
  return (
    <FieldRow>
      {choice}
      <TextInput
        data-path={path}
        name={named.name}
        label="Years"
        aria-label={`${label}: years`}
        inputMode="numeric"
        autoComplete="off"
        error={error}
        value={typeof value === 'number' || typeof value === 'string' ? String(value) : ''}
        onChange={({ currentTarget }) => onChange(yearsTyped(currentTarget.value))}
      />
    </FieldRow>
  );
}

/** A 0 stays a text, which is refused, so that typing never switches the choice. */
const yearsTyped = (text: string) => (/^[1-9]\d*$/.test(text.trim()) ? Number(text) : text);
