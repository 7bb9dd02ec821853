import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as z from 'zod';
import type { WorkBudget } from '@handoff/shared/domain/work-budget';
import type { Word } from '@handoff/shared/reading/words';
import { shown } from './drawn-rules.ts';

export type FormPage = Pick<PDFPageProxy, 'getAnnotations' | 'getViewport' | 'pageNumber'>;

/** What pdf.js says of a field that people fill in; other annotations lack it. */
const Widget = z.object({
  subtype: z.literal('Widget'),
  rect: z.array(z.number()),
  fieldName: z.string().optional(),
  alternativeText: z.string().optional(),
  /** A text, or several where people may choose more than one. */
  fieldValue: z.unknown().optional(),
  checkBox: z.boolean().optional(),
  radioButton: z.boolean().optional(),
  buttonValue: z.unknown().optional(),
  hidden: z.boolean().optional(),
});
type Widget = z.infer<typeof Widget>;

const textsOf = (value: unknown): string[] =>
  [value].flat().flatMap((text) => (typeof text === 'string' && text !== '' ? [text] : []));

/** In points: one line of a field, and the width of a letter of its usual size. */
const LINE = 14;
const MOST_OF_NAME = 120;
/** In characters: a page of text in one field. */
const MOST_OF_VALUE = 5_000;
const LETTER = 4.6;

/** The values of a page's form fields as words at their places, since its text has none of them. */
export async function wordsOfForm(page: FormPage, budget: WorkBudget): Promise<Word[]> {
  const annotations: unknown[] = await page.getAnnotations();
  budget.spend(annotations.length);
  const widgets = annotations.flatMap((annotation) => Widget.safeParse(annotation).data ?? []);
  return widgets
    .filter(({ hidden }) => !hidden)
    .flatMap((widget) => {
      const words = wordsOfField(widget, page);
      budget.spend(words.length);
      return words;
    });
}

function wordsOfField(widget: Widget, page: FormPage): Word[] {
  const { width, height, transform } = page.getViewport({ scale: 1 });
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = widget.rect;
  const box = shown([x1, y1, x2, y2], transform);
  const place = (x: number, y: number, across: number, down: number) => ({
    page: page.pageNumber,
    x: x / width,
    y: y / height,
    width: across / width,
    height: down / height,
  });
  const field = (widget.alternativeText || nameOf(widget.fieldName ?? '')).slice(0, MOST_OF_NAME);
  const style = 'form';
  if (widget.checkBox || widget.radioButton) {
    const text = isMarked(widget) ? '☒' : '☐';
    return [
      {
        ...place(box.x, box.y, box.width, box.height),
        text,
        field,
        style,
        ...(widget.radioButton && { option: textsOf(widget.buttonValue).join(' ') }),
      },
    ];
  }
  const lines = textsOf(widget.fieldValue)
    .join('\n')
    .slice(0, MOST_OF_VALUE)
    .split(/[\r\n]+/);
  const down = Math.min(LINE, box.height / lines.length);
  const longest = Math.max(...lines.map(({ length }) => length));
  const letter = Math.min(LETTER, box.width / Math.max(longest, 1));
  const top = lines.length === 1 ? box.y + (box.height - down) / 2 : box.y;
  return lines.flatMap((line, at) =>
    [...line.matchAll(/\S+/g)].map(({ 0: text, index }) => ({
      ...place(box.x + index * letter, top + at * down, text.length * letter, down),
      text,
      field,
      style,
    })),
  );
}

function isMarked({ fieldValue, buttonValue, radioButton }: Widget): boolean {
  const [chosen] = textsOf(fieldValue);
  return radioButton
    ? chosen !== undefined && chosen === textsOf(buttonValue)[0]
    : chosen !== undefined && chosen !== 'Off';
}

/** "topmostSubform[0].Page1[0].PatientLastName[0]" is "Patient Last Name". */
const nameOf = (name: string) =>
  (name.split('.').at(-1) ?? '')
    .replaceAll(/\[\d+\]/g, '')
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\d+$)/gu, ' ')
    .trim();
