import { Autocomplete, type AutocompleteProps } from '@mantine/core';
import '../theme/form-controls.ts';
import { type RefObject, useEffect, useRef, useState } from 'react';

interface SuggestInputProps extends Omit<AutocompleteProps, 'data' | 'filter'> {
  /** The best matches, best first; the caller limits how many. */
  suggestions: readonly string[];
  /** Names the list that does not contain the text, at the end of the field. */
  foreign?: string | undefined;
  /** Shows the suggestions before anything is typed, too. */
  isOpenedByFocus?: boolean;
}

/** Free text with suggestions: Enter takes the selected one, Tab keeps the text as typed. */
export function SuggestInput(props: SuggestInputProps) {
  const { suggestions, foreign, isOpenedByFocus = false, onBlur, onFocus, ...control } = props;
  const [isOpen, setOpen] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  // Without options there is no list on the page that the field could name as its own.
  const isListed = isOpen && suggestions.length > 0;
  const isShown = useShown(input, isListed ? suggestions.join('\n') : '');
  return (
    <Autocomplete
      ref={input}
      autoComplete="off"
      openOnFocus={false}
      // Turning true also selects the first option, which suggestions that arrive late need.
      // In a list that the focus opened, nothing is selected, so that Enter moves on.
      selectFirstOptionOnChange={isShown && control.value !== ''}
      rightSectionWidth={foreign === undefined ? 0 : 128}
      rightSectionPointerEvents="none"
      rightSection={
        foreign === undefined ? null : (
          // The section centers what is too wide for it, over the text of this field and the next one.
          <span className="warn small cut" style={{ maxWidth: '100%' }} title={foreign}>
            {foreign}
          </span>
        )
      }
      {...control}
      data={[...suggestions]}
      filter={({ options }) => options}
      dropdownOpened={isListed}
      onDropdownOpen={() => setOpen(true)}
      onDropdownClose={() => setOpen(false)}
      onFocus={(event) => {
        if (isOpenedByFocus) setOpen(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        setOpen(false);
        onBlur?.(event);
      }}
    />
  );
}

/** Whether these options are rendered, which takes a few frames after each change. */
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
