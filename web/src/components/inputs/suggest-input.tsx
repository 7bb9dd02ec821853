import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { useState } from 'react';
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
  return (
    <Autocomplete
      autoComplete="off"
      openOnFocus={false}
      selectFirstOptionOnChange
      rightSectionWidth={foreign === undefined ? 0 : 90}
      rightSectionPointerEvents="none"
      rightSection={foreign === undefined ? null : <span className={styles['foreign']}>{foreign}</span>}
      {...props}
      data={[...suggestions]}
      filter={({ options }) => options}
      // Open without an option, the field would name a list that is not there.
      dropdownOpened={isOpen && suggestions.length > 0}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onBlur={(event) => {
        setOpen(false);
        onBlur?.(event);
      }}
    />
  );
}
