import { TextInput, type TextInputProps } from '@mantine/core';
import { formatMbi, plainNumber, isMasked } from '@handoff/shared/domain/person/identifiers';
import { pastedMbi } from './mbi-text.ts';

interface MbiInputProps extends Omit<TextInputProps, 'onChange' | 'onBlur' | 'onFocus' | 'value'> {
  value: string;
  onChange: (text: string) => void;
}

/** Takes a Medicare number as it is on the card, in a mail or in a portal; or a referral's, which stays masked. */
export function MbiInput({ onChange, value, ...props }: MbiInputProps) {
  return (
    <TextInput
      label="Medicare number (MBI)"
      placeholder="1EG4-TE5-MK73"
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      {...props}
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
