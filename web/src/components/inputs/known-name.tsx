import { useState } from 'react';
import type { ControlProps } from '../form/field.tsx';
import { SuggestInput } from './suggest-input.tsx';

interface KnownNameProps extends ControlProps {
  known: readonly string[];
  /** What is known is not all there yet. */
  isReading?: boolean;
  /** Any name will do: there is no list to be missing from. */
  isOpen?: boolean;
  onFocus?: () => void;
}

const MOST = 8;

/** A name from a list of the agency, or free text that is marked as such. */
export function KnownName({ known, isReading = false, isOpen = false, onFocus, ...props }: KnownNameProps) {
  const { value, onChange, ...control } = props;
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
      suggestions={isListed || typed === '' ? [] : namesWith(typed, known)}
      foreign={isForeign ? 'not in list' : undefined}
      onFocus={() => {
        setFocused(true);
        onFocus?.();
      }}
      onBlur={() => setFocused(false)}
    />
  );
}

/** Those that begin so first, then those with such a word, then the rest that contain it. */
function namesWith(typed: string, known: readonly string[]): string[] {
  const rank = (name: string) => {
    const at = name.toLowerCase().indexOf(typed);
    if (at <= 0) return at;
    return name.at(at - 1) === ' ' ? 1 : 2;
  };
  return [...new Set(known)]
    .filter((name) => rank(name) >= 0)
    .toSorted((a, b) => rank(a) - rank(b) || a.localeCompare(b))
    .slice(0, MOST);
}
