import type { FoundField } from './fields.ts';
import type { ReadCell } from './find-labels.ts';
import { list } from './titles.ts';
import { nameIn, phoneIn, titleIn } from './values.ts';

// A letter names who sends it at its top and beside its end, without a label.

/** The share of the first page that a letterhead takes. */
const HEAD = 0.12;
/** Lines below the farewell that say who signed and how to call. */
const SIGNATURE_LINES = 5;

const place =
  /\b(?:hospital|medical center|health (?:center|system|network)|clinic|rehab(?:ilitation)?|nursing (?:center|home|facility|& rehab)|manor|medical group|physicians|associates)\b/i;
/** Words of titles of forms that names of hospitals do not have. */
const noPlace = new Set(
  list(`
    referral, form, order, orders, record, summary, sheet, certification, plan, department, dept,
    intake, request, fax, to, dear, discharge, admission, history, face, information, home,
    hospice, centers, patient, course`),
);

export function fieldsOfLetter(cells: readonly ReadCell[]): FoundField[] {
  return [...letterhead(cells), ...signature(cells)];
}

function letterhead(cells: readonly ReadCell[]): FoundField[] {
  const head = cells.find(
    (cell) =>
      cell.page === 1 && cell.y < HEAD && cell.labels.length === 0 && !cell.heading && isPlace(partOf(cell)),
  );
  if (!head) return [];
  return [
    {
      path: 'Source.Organization',
      value: titleIn(partOf(head)),
      from: { text: head.text, words: head.words, line: head.text },
      doubt: 'Read at the top of the page. Check who sends the referral',
    },
  ];
}

/** A department stands behind a dot or a bar. */
const partOf = ({ text }: ReadCell) => text.replace(/\s[·•|–—-]\s.*$/, '');

function isPlace(text: string): boolean {
  const words = text.toLowerCase().match(/\p{L}+/gu) ?? [];
  return (
    !/\d/.test(text) && words.length <= 8 && place.test(text) && !words.some((word) => noPlace.has(word))
  );
}

const from = ({ text, words }: ReadCell) => ({ text, words, line: text });

function signature(cells: readonly ReadCell[]): FoundField[] {
  const farewell = cells.findIndex(({ text }) =>
    /^(?:sincerely|(?:kind |best )?regards|respectfully|thank you|yours)[\p{L} ]{0,14},?$/iu.test(
      text.trim(),
    ),
  );
  if (farewell < 0) return [];
  const lines = cells.slice(farewell + 1, farewell + 1 + SIGNATURE_LINES);
  const signer = lines.find(({ text, labels }) => labels.length === 0 && isPerson(text));
  const phone = lines.find(({ text }) => phoneIn(text) !== '');
  const doubt = 'Read below the letter. Compare it with the page';
  return [
    ...(signer
      ? [{ path: 'Source.ContactName', value: nameOf(signer.text), from: from(signer), doubt }]
      : []),
    ...(phone ? [{ path: 'Source.Phone', value: phoneIn(phone.text), from: from(phone), doubt }] : []),
  ];
}

/** Without the professional letters behind it. */
const nameOf = (text: string) => titleIn(text.replace(/,.*$/, ''));

function isPerson(text: string): boolean {
  const name = nameIn(nameOf(text));
  return name !== undefined && name.first !== '' && nameOf(text).split(' ').length <= 4;
}
