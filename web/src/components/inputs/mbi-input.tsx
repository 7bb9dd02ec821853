import { TextInput } from '@mantine/core';
import { formatMbi, plainNumber, isMasked } from '@handoff/shared/domain/person/identifiers';
import type { ControlProps } from '../form/field.tsx';
import { pastedMbi } from './mbi-text.ts';

/** Of a form's field: takes a Medicare number as it is on the card, in a mail or in a portal; or a referral's, which stays masked. */
export function mbiInput({ onChange, value: given, ...control }: ControlProps) {
  const value = typeof given === 'string' ? given : '';
  return (
    <TextInput
      placeholder="1EG4-TE5-MK73"
      autoCapitalize="characters"
      spellCheck={false}
      {...control}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onPaste={(event) => {
        const text = pastedMbi(event.clipboardData.getData('text'));
        // Into the middle of something it stays the browser's business.
        if (value !== '' && !isAllSelected(event.currentTarget)) return;
        event.preventDefault();
        onChange(text);
      }}
      // A masked number is replaced as a whole: there is nothing in it to correct.
      onFocus={({ currentTarget }) => isMasked(value) && currentTarget.select()}
      onBlur={() => !isMasked(value) && onChange(formatMbi(plainNumber(value)))}
    />
  );
}

function isAllSelected({ selectionStart, selectionEnd, value }: HTMLInputElement): boolean {
  return selectionStart === 0 && selectionEnd === value.length;
}
