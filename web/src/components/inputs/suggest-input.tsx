import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import '@mantine/core/styles/Combobox.layer.css';
import { useState } from 'react';

interface SuggestInputProps extends Omit<AutocompleteProps, 'data' | 'filter'> {
  /** Already the best few of however many there are, best first. */
  suggestions: readonly string[];
}

/** Free text with suggestions: arrows and Enter take one, anything else stays as typed. */
export function SuggestInput({ suggestions, onBlur, ...props }: SuggestInputProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Autocomplete
      autoComplete="off"
      openOnFocus={false}
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
