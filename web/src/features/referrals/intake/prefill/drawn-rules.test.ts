import { lineTo, moveTo, PDFDocument, rgb, stroke } from '@cantoo/pdf-lib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { expect, test } from 'vitest';
import { workBudget } from '@handoff/shared/domain/work-budget';
import { drawnOn } from './drawn-rules.ts';

const budget = () => workBudget(() => new Error('too much'));

async function pageWith(draw: (page: ReturnType<PDFDocument['addPage']>) => void) {
  const pdf = await PDFDocument.create();
  draw(pdf.addPage([600, 800]));
  const read = await getDocument({ data: await pdf.save(), verbosity: 0 }).promise;
  return read.getPage(1);
}

test('finds lines, the sides of frames and thin bars, and no filled areas', async () => {
  const page = await pageWith((drawn) => {
    drawn.drawLine({ start: { x: 60, y: 400 }, end: { x: 360, y: 400 }, thickness: 1 });
    drawn.drawRectangle({ x: 60, y: 560, width: 120, height: 80, borderWidth: 1, borderColor: rgb(0, 0, 0) });
    drawn.drawRectangle({ x: 300, y: 100, width: 1, height: 200 });
    drawn.drawRectangle({ x: 0, y: 0, width: 300, height: 40 });
  });
  const { rules } = await drawnOn(page, budget());
  const places = rules.map(({ x, y, width, height }) =>
    [x * 600, y * 800, width * 600, height * 800].map((part) => Math.round(part)).join(' '),
  );
  expect(places.toSorted()).toEqual(
    [
      '60 400 300 0',
      '60 160 120 0',
      '60 240 120 0',
      '60 160 0 80',
      '180 160 0 80',
      '300 500 1 200',
    ].toSorted(),
  );
});

test('finds boxes to mark, and whether a cross is drawn in them', async () => {
  const page = await pageWith((drawn) => {
    for (const x of [60, 160])
      drawn.drawRectangle({ x, y: 400, width: 9, height: 9, borderWidth: 1, borderColor: rgb(0, 0, 0) });
    drawn.drawLine({ start: { x: 162, y: 402 }, end: { x: 167, y: 407 }, thickness: 1 });
  });
  const { rules, boxes } = await drawnOn(page, budget());
  expect(rules).toEqual([]);
  expect(boxes.map(({ x, isMarked }) => [Math.round(x * 600), isMarked])).toEqual([
    [60, false],
    [160, true],
  ]);
});

test('a drawing of thousands of lines is no form', async () => {
  const page = await pageWith((drawn) => {
    for (let y = 0; y < 3_100; y += 1)
      drawn.drawLine({ start: { x: 0, y: y / 4 }, end: { x: 300, y: y / 4 }, thickness: 1 });
  });
  expect(await drawnOn(page, budget())).toEqual({ rules: [], boxes: [] });
  await expect(
    drawnOn(
      page,
      workBudget(() => new Error('too much'), 1_000),
    ),
  ).rejects.toThrow('too much');
});

test('one path of more lines than a form has is no form, however long', async () => {
  const page = await pageWith((drawn) => {
    drawn.pushOperators(moveTo(0, 0));
    for (let at = 0; at < 200_000; at += 1) drawn.pushOperators(lineTo(at % 500, at % 700));
    drawn.pushOperators(stroke());
  });
  expect(await drawnOn(page, budget())).toEqual({ rules: [], boxes: [] });
});
