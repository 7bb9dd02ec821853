import type { Cell } from './cells.ts';
import { isWholeLabel, labelOfClause } from './find-labels.ts';
import { boxAround, type Word } from './words.ts';

/** The fields of a PDF’s form as lines of their own, "Name: value", since a form may have no printed labels. */
export function cellsOfForm(page: readonly Word[]): Cell[] {
  const fields = Map.groupBy(
    page.filter(({ field }) => field !== undefined),
    ({ field }) => field,
  );
  const lines: { text: string; own: readonly Word[] }[] = [];
  let title = '';
  for (const all of [...fields.values()].slice(0, MOST_FIELDS)) {
    const own = all.slice(0, MOST_CHARACTERS);
    const { part, text } = textOf(own);
    const last = lines.at(-1);
    // Boxes to mark are a list.
    if (isBox(text) && last && isBox(last.text)) {
      lines.splice(-1, 1, { text: `${last.text} ${text}`, own: [...last.own, ...own] });
      continue;
    }
    if (part !== '' && part !== title) lines.push({ text: `${part} information`, own });
    if (!isBox(text)) title = part;
    if (text !== '') lines.push({ text, own });
  }
  return lines.slice(0, MOST_FIELDS).map(({ text, own }, line) => cellAt(line, text, own));
}

const isBox = (text: string) => /^[☒☐]/.test(text);

const LINE = 0.02;

/** One line below the other, wherever the fields are. Their words show the place on the page. */
function cellAt(line: number, said: string, own: readonly Word[]): Cell {
  const text = said.slice(0, MOST_CHARACTERS);
  const place = { ...boxAround(own), page: own[0]?.page ?? 1 };
  return {
    x: 0.1,
    y: line * LINE,
    width: 0.5,
    height: LINE / 2,
    words: text.split(' ').map((word) => ({ ...place, text: word })),
    text,
    page: place.page,
    line,
    frame: undefined,
  };
}

const MOST_CHARACTERS = 300;
/** A form has a few hundred. */
const MOST_FIELDS = 2_000;

/** The words of a page whose labels can be read. On another one, the values of a form lie over a picture. */
export function printed(page: readonly Word[]): readonly Word[] {
  const fields = new Set(page.map(({ field }) => field));
  const labels = page.filter(({ field }) => field === undefined);
  return fields.size > 1 && labels.length < fields.size / 2 ? labels : page;
}

function textOf(own: readonly Word[]): { part: string; text: string } {
  const field = own[0]?.field ?? '';
  const { part, label } = nameOf(field);
  const { name, value } = isBox(own[0]?.text ?? '')
    ? marksOf(field, own)
    : { name: label, value: own.map(({ text }) => text).join(' ') };
  if (name === undefined) return { part: '', text: value };
  return { part, text: value === '' ? '' : `${name}: ${value}` };
}

/** Without a name, a box of a list. */
function marksOf(field: string, own: readonly Word[]): { name?: string; value: string } {
  const marked = own.find(({ text }) => text === '☒');
  const [, name, answer] = /^(.+) (yes|no|male|female|m|f)$/i.exec(field) ?? [];
  if (own.some(({ option }) => option !== undefined))
    return { name: nameOf(field).label, value: marked?.option ?? '' };
  if (name !== undefined) return { name: nameOf(name).label, value: (marked && answer) ?? '' };
  return { value: `${marked ? '☒' : '☐'} ${itemOf(field)}` };
}

/** "Services Skilled Nursing" is an item of its list. */
function itemOf(field: string): string {
  const rest = field.slice(labelOfClause(field)?.end ?? 0).trim();
  return rest === '' ? field : rest;
}

/** A second field of a name has a number behind it, which says nothing of a phone or an address. */
const isNumbered = /^(?!.*(?:contact|insurance|payer|coverage|diagnosis|address)).+ \d$/i;

/** A name often begins with the part of the form, as in "Treatment Team Ordering Provider". */
function nameOf(field: string): { part: string; label: string } {
  const words = (isNumbered.test(field) ? field.replace(/ \d$/, '') : field).split(' ');
  const at = words.findIndex((_, index) => isWholeLabel(words.slice(index).join(' ')));
  return at <= 0
    ? { part: '', label: words.join(' ') }
    : { part: words.slice(0, at).join(' '), label: words.slice(at).join(' ') };
}
