import { formatMbi, isMbi, plainNumber, isMasked } from './identifiers.ts';

const gap = String.raw`[\s‐-―-]?`;
// oxlint-disable-next-line no-restricted-globals -- made of our own text
const spelled = new RegExp(`(?<![0-9a-z])[0-9a-z]{4}${gap}[0-9a-z]{3}${gap}[0-9a-z]{4}(?![0-9a-z])`, 'gi');

/** The Medicare numbers in a text, in capitals and without dashes. */
export const mbisIn = (text: string): string[] => (text.match(spelled) ?? []).map(plainNumber).filter(isMbi);

/** Extracts a Medicare number from pasted text; returns the text itself when it contains none. */
export function pastedMbi(text: string): string {
  const found = [plainNumber(text)].find(isMbi) ?? mbisIn(text)[0];
  return found === undefined ? text.trim() : formatMbi(found);
}

/** CMS leaves out the letters that are mistaken for digits. */
const lookAlikes = new Map([
  ['S', '5'],
  ['L', '1'],
  ['O', '0'],
  ['I', '1'],
  ['B', '8'],
  ['Z', '2'],
]);

/** Accepts the masked number of a saved referral; the server checks that it is unchanged. */
export function mbiTrouble(text: string): string | undefined {
  if (isMasked(text)) return undefined;
  const mbi = plainNumber(text);
  if (mbi === '') return 'Enter the Medicare number';
  if (isMbi(mbi)) return undefined;
  if (mbi.length !== 11) return `An MBI has 11 characters; this has ${mbi.length}`;
  const letter = mbi.split('').find((each) => lookAlikes.has(each));
  if (letter !== undefined) return `An MBI has no letter ${letter}. Is it a ${lookAlikes.get(letter) ?? ''}?`;
  if (!/\d$/.test(mbi)) return 'An MBI looks like 1EG4-TE5-MK73. The last character must be a number';
  return 'This is not an MBI. An MBI looks like 1EG4-TE5-MK73';
}
