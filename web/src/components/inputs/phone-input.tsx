import { TextInput, type TextInputProps } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { formatPhone, phoneDigits } from '@handoff/shared/domain/person/contact';

interface PhoneInputProps extends Omit<TextInputProps, 'onChange' | 'value'> {
  value: string;
  onChange: (text: string) => void;
}

/** Shows (xxx) xxx-xxxx while it is typed. */
export function PhoneInput({ onChange, value, ...props }: PhoneInputProps) {
  function change({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const text = currentTarget.value;
    // In the middle of the text a mask would throw the caret to the end.
    onChange(currentTarget.selectionStart === text.length ? maskPhone(text) : text);
  }
  return (
    <TextInput
      type="tel"
      autoComplete="off"
      placeholder="(xxx) xxx-xxxx"
      {...props}
      value={value}
      onChange={change}
      onBlur={() => {
        if (formatPhone(value) !== value) onChange(formatPhone(value));
      }}
    />
  );
}

function maskPhone(text: string): string {
  const digits = phoneDigits(text);
  if (digits === '' || digits.length > 10 || /[a-z]/i.test(text)) return text;
  if (digits.length < 4) return `(${digits}`;
  const start = `(${digits.slice(0, 3)}) ${digits.slice(3, 6)}`;
  return digits.length < 7 ? start : `${start}-${digits.slice(6)}`;
}
