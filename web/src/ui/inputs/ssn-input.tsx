import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { isMasked, maskSsn, Ssn } from '@handoff/shared/domain/person/identifiers';
import type { ControlProps } from '../form/field.tsx';

/** Shows only the last four digits once the field is left, because others may see the screen. */
export const ssnInput = (control: ControlProps) => <SsnInput {...control} />;

function SsnInput({ value: given, onChange, ...control }: ControlProps) {
  const [isFocused, setFocused] = useState(false);
  const value = typeof given === 'string' ? given : '';
  const number = Ssn.safeParse(value).data;
  return (
    <TextInput
      inputMode="numeric"
      {...control}
      value={isFocused || number === undefined ? value : maskSsn(number)}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onFocus={({ currentTarget }) => {
        setFocused(true);
        // The next key replaces a masked number, because its hidden digits cannot be edited.
        if (isMasked(value)) currentTarget.select();
      }}
      onBlur={() => setFocused(false)}
    />
  );
}
