import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { noText, type PageText } from '../prefill/page-text.ts';
import type { GrayPicture } from './gray-picture.ts';
import type { PictureReader, ReadPicture } from './picture-reader.ts';
import { wordsOfPicture } from './picture-words.ts';
import { placeBefore, radiansOf, turnedSize, turnOf } from './turn.ts';
import { withDarkBarsLight } from './with-dark-bars-light.ts';
import { withoutRules } from './without-rules.ts';

/** Tesseract reads small print at 200 dots per inch as well as at more. */
const SCALE = 200 / 72;
/** A letter page has four million; a larger page is read at a lower resolution. */
const MOST_PIXELS = 6_000_000;
/** Enough to see at which angle the lines are. */
const SMALL_WIDTH = 800;
/** Text that is upside down has words of which the reader is sure of none. */
const LEAST_CONFIDENCE = 55;

/** The words of a scanned page, turned so that its lines are level. */
export async function readScannedPage(page: PDFPageProxy, { reader, signal }: Reading): Promise<PageText> {
  const picture = await pictureOf(page, signal);
  try {
    return await readPicture(picture, page.pageNumber, { reader, signal });
  } finally {
    release(picture);
  }
}

interface Reading {
  reader: () => Promise<PictureReader>;
  signal: AbortSignal;
}

async function readPicture(
  picture: HTMLCanvasElement,
  page: number,
  { reader, signal }: Reading,
): Promise<PageText> {
  const size = { width: picture.width, height: picture.height };
  const degrees = turnOf(smallOf(picture));
  if (degrees === undefined || signal.aborted) return noText;
  const { read } = await reader();
  const readTurned = async (by: number) => {
    const turned = turnedPicture(picture, by);
    clean(turned);
    const turnedTo = { width: turned.width, height: turned.height };
    const found: ReadPicture = await read(turned);
    release(turned);
    return { ...found, by, size: turnedTo };
  };
  let best = await readTurned(degrees);
  if (best.confidence < LEAST_CONFIDENCE && !signal.aborted) {
    const other = await readTurned(degrees + 180);
    if (other.confidence > best.confidence) best = other;
  }
  const { by } = best;
  return {
    words: wordsOfPicture(best.lines, best.size, page),
    placeOf: (box) => placeBefore(box, size, by),
  };
}

async function pictureOf(page: PDFPageProxy, signal: AbortSignal): Promise<HTMLCanvasElement> {
  const { width, height } = page.getViewport({ scale: 1 });
  const scale = Math.min(SCALE, Math.sqrt(MOST_PIXELS / (width * height)));
  const viewport = page.getViewport({ scale });
  const canvas = canvasOf(viewport);
  const task = page.render({ canvas, viewport });
  signal.addEventListener('abort', () => task.cancel());
  await task.promise;
  page.cleanup();
  return canvas;
}

function canvasOf({ width, height }: { width: number; height: number }): HTMLCanvasElement {
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round(height));
  return canvas;
}

/** A browser may otherwise keep the pixels until it collects garbage. */
function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
  canvas.height = 0;
}

function smallOf(picture: HTMLCanvasElement): GrayPicture {
  const width = Math.min(SMALL_WIDTH, picture.width);
  const small = canvasOf({ width, height: (picture.height * width) / picture.width });
  const context = contextOf(small);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, 0, 0, small.width, small.height);
  const gray = grayOf(small);
  release(small);
  return gray;
}

function grayOf(canvas: HTMLCanvasElement): GrayPicture {
  const { width, height } = canvas;
  const { data } = contextOf(canvas).getImageData(0, 0, width, height);
  const values = new Uint8Array(width * height);
  for (let at = 0; at < values.length; at += 1)
    values[at] = ((data[4 * at] ?? 0) + (data[4 * at + 1] ?? 0) + (data[4 * at + 2] ?? 0)) / 3;
  return { width, height, values };
}

function clean(canvas: HTMLCanvasElement): void {
  const { width, height, values } = withoutRules(withDarkBarsLight(grayOf(canvas)));
  const image = new ImageData(width, height);
  const pixels = new Uint32Array(image.data.buffer);
  // Opaque gray has the same value in red, green and blue.
  for (let at = 0; at < pixels.length; at += 1) pixels[at] = 0xff_00_00_00 | ((values[at] ?? 0) * 0x01_01_01);
  contextOf(canvas).putImageData(image, 0, 0);
}

function turnedPicture(picture: HTMLCanvasElement, degrees: number): HTMLCanvasElement {
  const turned = canvasOf(turnedSize(picture, degrees));
  const context = contextOf(turned);
  context.fillStyle = 'white';
  context.fillRect(0, 0, turned.width, turned.height);
  context.translate(turned.width / 2, turned.height / 2);
  context.rotate(radiansOf(degrees));
  context.drawImage(picture, -picture.width / 2, -picture.height / 2);
  return turned;
}

function contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser has no memory for a picture of the page');
  return context;
}
