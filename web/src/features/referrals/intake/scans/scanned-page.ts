import { AnnotationMode, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type Box, boxAround, type Word } from '@handoff/shared/reading/words';
import { noText, type PageText, unreadable } from '../prefill/page-text.ts';
import type { GrayPicture } from './gray-picture.ts';
import { levelY, pageY } from './level.ts';
import type { PictureReader } from './picture-reader.ts';
import type { ReadPicture } from './read-picture.ts';

/** Small print is read at 200 dots per inch as well as at more. */
const SCALE = 200 / 72;
/** A letter page has four million; a larger page is read at a lower resolution. */
const MOST_PIXELS = 6_000_000;

/** Of the surest word; stains and drawings give words below it. */
const LEAST_CONFIDENCE = 60;

interface Reading {
  reader: () => Promise<Pick<PictureReader, 'read'>>;
  signal: AbortSignal;
  /** The values of a form’s fields over the picture. */
  fields: readonly Word[];
}

/** The words of a scanned page, placed so that its lines are level. */
export async function readScannedPage(
  page: PDFPageProxy,
  { reader, signal, fields }: Reading,
): Promise<PageText> {
  const picture = await pictureOf(page, signal);
  if (isBlank(picture)) return { ...noText, words: fields };
  const { read } = await reader();
  return textOf(await read(picture), { page: page.pageNumber, fields });
}

/** What was read in the picture of a page, with the values of the form’s fields that lie over it. */
export function textOf(
  { words, ...placement }: ReadPicture,
  { page, fields }: { page: number; fields: readonly Word[] },
): PageText {
  if (!words.some(({ confidence }) => confidence >= LEAST_CONFIDENCE))
    return { ...unreadable, words: fields };
  const placed = fields.map((word) => ({
    ...word,
    ...boxAround(cornersOf(word, (place) => placeOnLevel(place, placement))),
  }));
  const isFree = (word: Box) => !placed.some((field) => isOver(field, word));
  return {
    words: [...words.filter(isFree).map((word) => ({ ...word, page })), ...placed],
    placeOf: (box) => boxAround(cornersOf(box, (place) => placeOnPage(place, placement))),
  };
}

interface Place {
  x: number;
  y: number;
}

const cornersOf = (box: Box, move: (place: Place) => Place): Box[] =>
  [box.x, box.x + box.width].flatMap((x) =>
    [box.y, box.y + box.height].map((y) => ({ ...move({ x, y }), width: 0, height: 0 })),
  );

/** A box that is printed below one of the form is the same one. */
const isOver = (field: Box, { x, y, width, height }: Box) =>
  Math.abs(x + width / 2 - field.x - field.width / 2) < field.width / 2 &&
  Math.abs(y + height / 2 - field.y - field.height / 2) < field.height / 2;

const DARK = 140;
/** A page with fewer dark pixels is blank: no reader is loaded for it. */
const FEWEST_DARK = 300;

export const isBlank = ({ values }: GrayPicture) =>
  values.reduce((count, value) => (value < DARK ? count + 1 : count), 0) < FEWEST_DARK;

/** The place on the shown page of a place on the upright, level one. */
export function placeOnPage(
  { x, y }: Place,
  { quarters, slopes }: Pick<ReadPicture, 'quarters' | 'slopes'>,
): Place {
  let place = { x, y: pageY({ x, y }, slopes) };
  for (let quarter = 0; quarter < quarters; quarter += 1) place = { x: place.y, y: 1 - place.x };
  return place;
}

/** The place on the upright, level page of a place on the shown one. */
function placeOnLevel(
  { x, y }: Place,
  { quarters, slopes }: Pick<ReadPicture, 'quarters' | 'slopes'>,
): Place {
  let place = { x, y };
  for (let quarter = 0; quarter < quarters; quarter += 1) place = { x: 1 - place.y, y: place.x };
  return { x: place.x, y: levelY(place, slopes) };
}

async function pictureOf(page: PDFPageProxy, signal: AbortSignal): Promise<GrayPicture> {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (width * height)));
  const viewport = page.getViewport({ scale });
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(viewport.width));
  canvas.height = Math.max(1, Math.round(viewport.height));
  // The values of fields are known, and need not be read.
  const task = page.render({ canvas, viewport, annotationMode: AnnotationMode.DISABLE });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise;
  page.cleanup();
  const gray = grayOf(canvas);
  // A browser may otherwise keep the pixels until it collects garbage.
  canvas.width = 0;
  canvas.height = 0;
  return gray;
}

function grayOf(canvas: HTMLCanvasElement): GrayPicture {
  const { width, height } = canvas;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no memory for a picture of the page');
  const { data } = context.getImageData(0, 0, width, height);
  const values = new Uint8Array(width * height);
  for (let at = 0; at < values.length; at += 1)
    values[at] = ((data[4 * at] ?? 0) + (data[4 * at + 1] ?? 0) + (data[4 * at + 2] ?? 0)) / 3;
  return { width, height, values };
}
