import { TextInput } from '@mantine/core';
import type { ChangeEvent } from 'react';
import { formatPhone, Phone, phoneDigits } from '@handoff/shared/domain/person/contact';
import type { ControlProps } from '../form/field.tsx';

/** Formats the number as (xxx) xxx-xxxx while it is typed. */
export function phoneInput({ onChange, value, ...control }: ControlProps) {
  const text = typeof value === 'string' ? value : '';
  // A word for an extension is incomplete while it is typed.
  const shown = Phone.safeParse(text).success ? formatPhone(text) : text;
  function change({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const typed = currentTarget.value;
    // Reformatting an edit in the middle of the text would move the caret to the end.
    onChange(currentTarget.selectionStart === typed.length ? maskPhone(typed) : typed);
  }
  return (
    <TextInput
      type="tel"
      placeholder="(xxx) xxx-xxxx"
      {...control}
      value={shown}
      onChange={change}
      onBlur={() => {
        if (shown !== value) onChange(shown);
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
