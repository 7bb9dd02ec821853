import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { pdfOfPictures } from '@handoff/local/seed/small-pdf';
import type { Packet } from './sheet.ts';

const DOTS_PER_INCH = 200;
/** A page of the browser with nothing but pdf.js. */
const origin = 'http://rasterize.localhost';
const folder = path.resolve(import.meta.dirname, '../../../node_modules/pdfjs-dist');
const html = '<!doctype html><script type="module" src="/legacy/build/pdf.mjs"></script>';
const types: Record<string, string> = { '.mjs': 'text/javascript', '.html': 'text/html' };

/** Prints packets and scans them: a skewed picture with noise and the lines of a fax, the same for the same seed. */
export async function rasterizer(browser: Browser) {
  const page = await browser.newPage();
  await page.route(`${origin}/**`, async (route) => {
    const { pathname } = new URL(route.request().url());
    const body = pathname === '/' ? html : await readFile(path.join(folder, pathname));
    const contentType = types[path.extname(pathname)] ?? (pathname === '/' ? 'text/html' : 'font/otf');
    await route.fulfill({ body, contentType });
  });
  await page.goto(`${origin}/`);
  return {
    async scanned(packet: Packet, seed: number): Promise<Packet> {
      const pictures = await page.evaluate(scan, {
        bytes: [...packet.bytes],
        seed,
        dots: DOTS_PER_INCH,
        origin,
      });
      const jpegs = pictures.map(({ base64, ...size }) => ({ ...size, jpeg: Buffer.from(base64, 'base64') }));
      return { ...packet, name: `${packet.name}, scanned`, bytes: pdfOfPictures(jpegs) };
    },
    close: () => page.close(),
  };
}

interface Scan {
  bytes: number[];
  seed: number;
  dots: number;
  origin: string;
}

/** Runs inside the page. */
async function scan({ bytes, seed, dots, origin: from }: Scan) {
  // The script of the page sets it.
  const pdfjs: typeof import('pdfjs-dist/legacy/build/pdf.mjs') = Reflect.get(globalThis, 'pdfjsLib');
  pdfjs.GlobalWorkerOptions.workerSrc = `${from}/legacy/build/pdf.worker.min.mjs`;
  const pdf = await pdfjs.getDocument({
    data: new Uint8Array(bytes),
    standardFontDataUrl: `${from}/standard_fonts/`,
    useSystemFonts: false,
  }).promise;
  let state = seed + 1;
  /** A fraction, by a small generator (mulberry32). */
  const fraction = () => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const pictures: { base64: string; width: number; height: number }[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    // oxlint-disable no-await-in-loop -- one page after the other
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: dots / 72 });
    const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
    const typed = Object.assign(document.createElement('canvas'), { width, height });
    await page.render({ canvas: typed, viewport }).promise;
    // oxlint-enable no-await-in-loop
    const paper = Object.assign(document.createElement('canvas'), { width, height });
    const context = paper.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('No canvas');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    context.translate(width / 2, height / 2);
    context.rotate(((fraction() * 3 - 1.5) * Math.PI) / 180);
    context.drawImage(typed, -width / 2, -height / 2);
    context.resetTransform();
    const picture = context.getImageData(0, 0, width, height);
    const gray = (at: number, value: number) => {
      picture.data.fill(Math.max(0, Math.min(255, value)), at * 4, at * 4 + 3);
    };
    for (let at = 0; at < width * height; at += 1) {
      const isSpeck = fraction() < 0.0015;
      gray(at, isSpeck ? fraction() * 255 : (picture.data[at * 4] ?? 0) + (fraction() - 0.5) * 50 - 8);
    }
    // A fax drops lines and draws others.
    for (let line = 0; line < 6; line += 1) {
      const [y, ink] = [Math.floor(fraction() * height), fraction() < 0.5 ? 255 : 90];
      for (let x = 0; x < width; x += 1) if (fraction() < 0.7) gray(y * width + x, ink);
    }
    context.putImageData(picture, 0, 0);
    pictures.push({ base64: paper.toDataURL('image/jpeg', 0.75).split(',')[1] ?? '', width, height });
  }
  return pictures;
}
