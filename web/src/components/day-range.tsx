import { TextInput } from '@mantine/core';

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
    <TextInput
      key={end}
      type="date"
      label={labels[end]}
      size="sm"
      value={range[end] ?? ''}
      onChange={({ currentTarget }) => onChange({ [end]: currentTarget.value })}
    />
  ));
}
