import type { FoundField } from './fields.ts';
import type { ReadCell } from './find-labels.ts';
import type { Meaning } from './label.ts';
import { list } from './titles.ts';
import { addressIn, nameIn, npiIn, phoneIn, titleIn } from './values.ts';

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
  const head = cells.find((cell) => isAtHead(cell) && (isPlace(partOf(cell)) || isAboveAddress(cell, cells)));
  if (!head) return [];
  const phone = below(head, cells).find(({ text }) => phoneIn(text) !== '');
  const doubt = 'Read at the top of the page. Check who sends the referral';
  return [
    { path: 'Source.Organization', value: titleIn(partOf(head)), from: from(head), doubt },
    ...(phone ? [{ path: 'Source.Phone', value: phoneIn(phone.text), from: from(phone), doubt }] : []),
  ];
}

const isAtHead = ({ page, y, labels, heading }: ReadCell) =>
  page === 1 && y < HEAD && labels.length === 0 && !heading;

/** Lines of a letterhead below its name. */
const HEAD_LINES = 3;
function below(head: ReadCell, cells: readonly ReadCell[]): ReadCell[] {
  const lines = cells.filter(
    ({ page, line }) => page === head.page && line > head.line && line <= head.line + HEAD_LINES,
  );
  const form = lines.findIndex(
    (cell) => cell.heading || cell.labels.some(({ row }) => !ofHead.has(row?.means)),
  );
  return form < 0 ? lines : lines.slice(0, form);
}
const ofHead = new Set<Meaning | undefined>(['phone', 'nothing']);

/** Above the first address of the page, the name of any practice is its sender’s. */
function isAboveAddress(cell: ReadCell, cells: readonly ReadCell[]): boolean {
  const next = below(cell, cells)[0];
  const words =
    partOf(cell)
      .toLowerCase()
      .match(/\p{L}+/gu) ?? [];
  return (
    next !== undefined &&
    next.labels.length === 0 &&
    addressIn(next.text).zip !== '' &&
    !/[\d:]/.test(cell.text) &&
    words.length > 1 &&
    words.length <= 8 &&
    !words.some((word) => noPlace.has(word))
  );
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
  const npi = lines.find(({ text }) => npiIn(text) !== '');
  const doubt = 'Read below the letter. Compare it with the page';
  const field = (path: string, value: string, cell: ReadCell | undefined) =>
    cell ? [{ path, value, from: from(cell), doubt }] : [];
  const text = signer?.text.trim() ?? '';
  return [
    ...(orders.test(text)
      ? [
          ...field('Clinical.OrderingPractitioner', titleIn(text), signer),
          ...field('Clinical.OrderingNpi', npiIn(npi?.text ?? ''), npi),
        ]
      : field('Source.ContactName', nameOf(text), signer)),
    ...field('Source.Phone', phoneIn(phone?.text ?? ''), phone),
  ];
}

/** The letters behind the name of somebody who may order home health care: 42 CFR 424.22. */
const orders =
  /,\s*(?:M\.?D|D\.?O|D\.?P\.?M|N\.?P|F\.?N\.?P(?:-\w+)?|A\.?P\.?R\.?N|C\.?N\.?[SMP]|P\.?A(?:-C)?)\.?(?:,|$|\s)/;

/** Without the professional letters behind it. */
const nameOf = (text: string) => titleIn(text.replace(/,.*$/, ''));

function isPerson(text: string): boolean {
  const name = nameIn(nameOf(text));
  return name !== undefined && name.first !== '' && nameOf(text).split(' ').length <= 4;
}
