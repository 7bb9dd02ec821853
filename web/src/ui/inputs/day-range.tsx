import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface DayRangeProps {
  /** ISO dates; undefined leaves that end open. */
  range: { from?: string | undefined; to?: string | undefined };
  labels: { from: string; to: string };
  /** Called with an empty string when the field is cleared. */
  onChange: (part: { from?: string; to?: string }) => void;
}

/** The first and last day of a date filter. */
export function DayRange({ range, labels, onChange }: DayRangeProps) {
  return (['from', 'to'] as const).map((end) => (
    <DayFilter
      key={end}
      label={labels[end]}
      day={range[end] ?? ''}
      onDay={(day) => onChange({ [end]: day })}
    />
  ));
}

interface DayFilterProps {
  label: string;
  day: string;
  onDay: (day: string) => void;
}

/** Waits for a full date: after one digit of the year the browser already reports a valid value. */
export function DayFilter({ label, day, onDay }: DayFilterProps) {
  const [typed, setTyped] = useState<string | undefined>();
  return (
    <TextInput
      type="date"
      label={label}
      value={typed ?? day}
      onChange={({ currentTarget: { value, validity } }) => {
        const isWhole = value === '' ? !validity.badInput : value >= '1900';
        setTyped(isWhole ? undefined : value);
        if (isWhole && value !== day) onDay(value);
      }}
      onBlur={() => setTyped(undefined)}
    />
  );
}
