import { TextInput } from '@mantine/core';
import { useState } from 'react';
import type { ControlProps } from '../form/field.tsx';
import { dayOfText, dayTrouble, textOfDay } from '@handoff/shared/domain/records/calendar-day';
import { isDay, minuteOfText, nearDayOfText, textOfMinute } from './typed-time.ts';

/** A day of the past in any common format, in one tab stop. */
export const dayInput = (control: ControlProps) => <DayInput {...control} read={(text) => dayOfText(text)} />;

/** A day around today, such as a start of care. */
export const nearDayInput = (control: ControlProps) => (
  <DayInput {...control} read={(text) => nearDayOfText(text)} />
);

function DayInput({ error, ...control }: ControlProps & Pick<TypedInputProps, 'read'>) {
  const text = typeof control.value === 'string' ? control.value : '';
  const isTrouble = error !== undefined && text !== '' && !isDay(text);
  return (
    <TypedInput
      {...control}
      error={isTrouble ? dayTrouble(text) : error}
      placeholder="mm/dd/yyyy"
      inputMode="numeric"
      show={textOfDay}
    />
  );
}

/** A local day and time. A time alone keeps the day that the field already has. */
export const minuteInput = (control: ControlProps) => (
  <TypedInput {...control} placeholder="mm/dd/yyyy 9:05 AM" read={minuteOfText} show={textOfMinute} />
);

interface TypedInputProps extends ControlProps {
  placeholder: string;
  /** The keyboard of a phone; a time needs letters, too. */
  inputMode?: 'numeric';
  read: (text: string, former: string) => string | undefined;
  show: (value: string) => string;
}

/** Keeps unreadable text in the field, so that the form can show the error beside it. */
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
