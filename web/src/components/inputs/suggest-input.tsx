import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { type RefObject, useEffect, useRef, useState } from 'react';
import styles from './suggest-input.module.css';

interface SuggestInputProps extends Omit<AutocompleteProps, 'data' | 'filter'> {
  /** Already the best few of however many there are, best first. */
  suggestions: readonly string[];
  /** Says at the end of the field what the text is missing from. */
  foreign?: string | undefined;
}

/** Free text with suggestions: Enter takes the first, or the one that arrows lead to; Tab leaves it as typed. */
export function SuggestInput({ suggestions, foreign, onBlur, ...props }: SuggestInputProps) {
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Open without an option, the field would name a list that is not there.
  const isListed = isOpen && suggestions.length > 0;
  const isShown = useShown(input, isListed ? suggestions.join('\n') : '');
  return (
    <Autocomplete
      ref={input}
      autoComplete="off"
      openOnFocus={false}
      // As it becomes true the first is selected, too: suggestions come after the text, and others after them.
      selectFirstOptionOnChange={isShown}
      rightSectionWidth={foreign === undefined ? 0 : 90}
      rightSectionPointerEvents="none"
      rightSection={foreign === undefined ? null : <span className={styles['foreign']}>{foreign}</span>}
      {...props}
      data={[...suggestions]}
      filter={({ options }) => options}
      dropdownOpened={isListed}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onBlur={(event) => {
        setOpen(false);
        onBlur?.(event);
      }}
    />
  );
}

/** Whether these options are on the page, which takes some frames; false in between when they change. */
function useShown(input: RefObject<HTMLInputElement | null>, options: string): boolean {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    if (options === '') return undefined;
    let frame = requestAnimationFrame(look);
    function look() {
      const list = document.getElementById(input.current?.getAttribute('aria-controls') ?? '');
      if (list?.querySelector('[role="option"]')) setShown(true);
      else frame = requestAnimationFrame(look);
    }
    return () => {
      cancelAnimationFrame(frame);
      setShown(false);
    };
  }, [input, options]);
  return isShown;
}
