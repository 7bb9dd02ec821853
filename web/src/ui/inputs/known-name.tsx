import { useState } from 'react';
import type { ControlProps } from '../form/field.tsx';
import { SuggestInput } from './suggest-input.tsx';

interface KnownNameProps extends ControlProps {
  known: readonly string[];
  /** The known names are still loading. */
  isReading?: boolean;
  /** Any name is accepted, so none is marked as missing from a list. */
  isOpen?: boolean;
  /** Says that a name is not in the list. */
  foreign?: string;
  onFocus?: () => void;
}

const MOST = 8;

/** A name from one of the agency's lists, or free text marked as not in the list. */
export function KnownName({ known, isReading = false, isOpen = false, onFocus, ...props }: KnownNameProps) {
  const { value, onChange, foreign = 'Not in your lists (OK to keep)', ...control } = props;
  const [isFocused, setFocused] = useState(false);
  const text = typeof value === 'string' ? value : '';
  const typed = text.trim().toLowerCase();
  const isListed = known.some((name) => name.toLowerCase() === typed);
  const isForeign = !isFocused && !isReading && !isOpen && known.length > 0 && typed !== '' && !isListed;
  return (
    <SuggestInput
      {...control}
      value={text}
      onChange={onChange}
      suggestions={isListed ? [] : namesWith(typed, known)}
      foreign={isForeign ? foreign : undefined}
      isOpenedByFocus
      onFocus={() => {
        setFocused(true);
        onFocus?.();
      }}
      onBlur={() => setFocused(false)}
    />
  );
}

/** Sorts names by where they contain the typed text: at the start, at the start of a word, then anywhere. */
function namesWith(typed: string, known: readonly string[]): string[] {
  const rank = (name: string) => {
    const at = name.toLowerCase().indexOf(typed);
    if (at <= 0) return at;
    return name.at(at - 1) === ' ' ? 1 : 2;
  };
  return [...new Set(known)]
    .filter((name) => rank(name) >= 0)
    .toSorted((a, b) => (typed === '' ? 0 : rank(a) - rank(b) || a.localeCompare(b)))
    .slice(0, MOST);
}
