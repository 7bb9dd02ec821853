import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import * as z from 'zod';
import type { WorkBudget } from '@handoff/shared/domain/work-budget';
import type { Word } from '@handoff/shared/reading/words';
import { shown } from './drawn-rules.ts';

export type FormPage = Pick<PDFPageProxy, 'getAnnotations' | 'getViewport' | 'pageNumber'>;

/** What pdf.js says of a field that people fill in. */
const Widget = z.object({
  subtype: z.literal('Widget'),
  rect: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  fieldName: z.string().catch(''),
  alternativeText: z.string().catch(''),
  fieldValue: z.union([z.string(), z.array(z.string())]).catch(''),
  checkBox: z.boolean().catch(false),
  radioButton: z.boolean().catch(false),
  buttonValue: z.string().nullable().catch(null),
  hidden: z.boolean().catch(false),
});
type Widget = z.infer<typeof Widget>;

/** In points: one line of a field, and the width of a letter of its usual size. */
const LINE = 14;
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
  const box = shown(widget.rect, transform);
  const place = (x: number, y: number, across: number, down: number) => ({
    page: page.pageNumber,
    x: x / width,
    y: y / height,
    width: across / width,
    height: down / height,
  });
  const field = widget.alternativeText || nameOf(widget.fieldName);
  const style = 'form';
  if (widget.checkBox || widget.radioButton) {
    const text = isMarked(widget) ? '☒' : '☐';
    return [
      {
        ...place(box.x, box.y, box.width, box.height),
        text,
        field,
        style,
        ...(widget.radioButton && { option: widget.buttonValue ?? '' }),
      },
    ];
  }
  const lines = [widget.fieldValue]
    .flat()
    .join('\n')
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

const isMarked = ({ fieldValue, buttonValue, radioButton }: Widget) =>
  radioButton ? fieldValue === buttonValue : fieldValue !== '' && fieldValue !== 'Off';

/** "topmostSubform[0].Page1[0].PatientLastName[0]" is "Patient Last Name". */
const nameOf = (name: string) =>
  (name.split('.').at(-1) ?? '')
    .replaceAll(/\[\d+\]/g, '')
    .replaceAll(/[_-]+/g, ' ')
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})|(?<=\p{L})(?=\d+$)/gu, ' ')
    .trim();
