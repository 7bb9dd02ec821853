import { isBlank, joinNumberParts, partText, splitAddress } from './address-text.ts';
import type { ColumnMapping } from './column-mapping.ts';

export function textReader({ number, numberParts, isNumberInAddress, street }: ColumnMapping) {
  const numberOf = firstFilled(number);
  const [first = -1] = street;
  const streetText =
    street.length === 1
      ? (fields: readonly string[]) => fields[first] ?? ''
      : (fields: readonly string[]) =>
          partsOf(fields, street)
            .filter((part) => part !== '')
            .join(' ');
  const numberText = (fields: readonly string[]) => {
    const whole = numberOf(fields);
    if (isNumberInAddress) return splitAddress(whole).number;
    if (!numberParts || !isBlank(whole)) return whole;
    const [prefix = '', middle = '', suffix = ''] = partsOf(fields, numberParts);
    return joinNumberParts(prefix, middle, suffix);
  };
  return (fields: readonly string[]) => ({ number: numberText(fields), street: streetText(fields) });
}

function partsOf(fields: readonly string[], columns: readonly number[]): string[] {
  return columns.map((index) => partText(fields[index] ?? ''));
}

/** The first of the columns that holds something in this row. */
export function firstFilled(columns: readonly number[]): (fields: readonly string[]) => string {
  const [only = -1] = columns;
  if (columns.length === 0) return () => '';
  if (columns.length === 1) return (fields) => fields[only] ?? '';
  return (fields) => {
    for (const column of columns) {
      const text = fields[column] ?? '';
      if (text.trim() !== '') return text;
    }
    return '';
  };
}
