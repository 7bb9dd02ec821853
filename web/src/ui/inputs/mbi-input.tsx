import { TextInput } from '@mantine/core';
import { formatMbi, plainNumber, isMasked } from '@handoff/shared/domain/person/identifiers';
import type { ControlProps } from '../form/field.tsx';
import { pastedMbi } from '@handoff/shared/domain/person/mbi-text';

/** Accepts a Medicare number in any common format. The masked number of a saved referral stays masked. */
export function mbiInput({ onChange, value: given, ...control }: ControlProps) {
  const value = typeof given === 'string' ? given : '';
  return (
    <TextInput
      placeholder="1EG4-TE5-MK00"
      autoCapitalize="characters"
      spellCheck={false}
      {...control}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onPaste={(event) => {
        const text = pastedMbi(event.clipboardData.getData('text'));
        // The browser handles a paste into the middle of the text.
        if (value !== '' && !isAllSelected(event.currentTarget)) return;
        event.preventDefault();
        onChange(text);
      }}
      // The next key replaces a masked number, because its hidden characters cannot be edited.
      onFocus={({ currentTarget }) => isMasked(value) && currentTarget.select()}
      onBlur={() => !isMasked(value) && onChange(formatMbi(plainNumber(value)))}
    />
  );
}

function isAllSelected({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === value.length;
}
