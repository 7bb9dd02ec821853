import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ControlProps } from '../form/field.tsx';
import { dayOfText, minuteOfText, textOfDay, textOfMinute } from './typed-time.ts';

/** Of a form's field: a day typed as people write it, one stop for the Tab key. */
export const dayInput = (control: ControlProps) => (
  <TypedInput {...control} placeholder="mm/dd/yyyy" read={(text) => dayOfText(text)} show={textOfDay} />
);

/** Of a form's field: a local day and time; a time alone is of the day that stands there. */
export const minuteInput = (control: ControlProps) => (
  <TypedInput {...control} placeholder="mm/dd/yyyy 9:05 AM" read={minuteOfText} show={textOfMinute} />
);

interface TypedInputProps extends ControlProps {
  placeholder: string;
  read: (text: string, former: string) => string | undefined;
  show: (value: string) => string;
}

/** What cannot be read stays as it was typed, for the form to complain about. */
function TypedInput({ value, onChange, read, show, ...control }: TypedInputProps) {
  const given = typeof value === 'string' ? value : '';
  const [typing, setTyping] = useState<{ text: string; former: string } | undefined>();
  return (
    <TextInput
      {...control}
      value={typing?.text ?? show(given)}
      onFocus={({ currentTarget }) => currentTarget.select()}
      onChange={({ currentTarget: { value: text } }) => {
        const former = typing?.former ?? given;
        setTyping({ text, former });
        onChange(read(text, former) ?? text);
      }}
      onBlur={() => setTyping(undefined)}
    />
  );
}
