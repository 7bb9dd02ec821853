import * as z from 'zod';

/** Invisible, or changing the direction of text. Joiners and variation selectors shape letters of some names. */
const hidden = /(?![\u200C\u200D\p{Variation_Selector}])\p{Default_Ignorable_Code_Point}/gu;
const controls = /[\p{Cc}\u2028\u2029]/gu;
const controlsOfLines = /(?![\n\t])[\p{Cc}\u2028\u2029]/gu;
const visible = /[^\p{Default_Ignorable_Code_Point}\p{M}\s\u2800]/u;

const tidied = (text: string) => (visible.test(text) ? text.trim() : '');

/** A text on one line, without invisible characters: a name that has only those becomes empty. */
export const line = (most: number) =>
  z
    .string()
    .overwrite((text) => tidied(text.replaceAll(hidden, '').replaceAll(controls, ' ')))
    .max(most);

/** Allows several lines. */
export const lines = (most: number) =>
  z
    .string()
    .overwrite((text) =>
      tidied(text.replaceAll(hidden, '').replaceAll('\r\n', '\n').replaceAll(controlsOfLines, ' ')),
    )
    .max(most);

/** Sets the text for an invalid value. A missing value gets none, so that the API reports it as missing. */
export const whenWrong = (text: string) => ({
  error: ({ input }: { input?: unknown }) => (input === undefined ? undefined : text),
});

/** The specification's search: a case-insensitive substring of any of the chosen fields. */
export function containsText(fields: readonly string[], text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return wanted === '' || fields.some((field) => field.toLowerCase().includes(wanted));
}
