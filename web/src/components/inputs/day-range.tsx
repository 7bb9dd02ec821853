import { TextInput } from '@mantine/core';
import { useState } from 'react';

interface DayRangeProps {
  /** ISO dates; nothing: from the beginning, or until now. */
  range: { from?: string | undefined; to?: string | undefined };
  labels: { from: string; to: string };
  /** Emptied is the empty text. */
  onChange: (part: { from?: string; to?: string }) => void;
}

/** The two ends of a filter by day. */
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

/** Applies a whole date only: with the first digit of its year the field calls itself complete. */
function DayFilter({ label, day, onDay }: DayFilterProps) {
  const [typed, setTyped] = useState<string | undefined>();
  return (
    <TextInput
      type="date"
      label={label}
      size="sm"
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
