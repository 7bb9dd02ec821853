import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { deflateSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { pdfOfPictures } from '@handoff/local/seed/small-pdf';
import type { GrayPicture } from '../../src/features/referrals/intake/scans/gray-picture.ts';
import type { Packet } from './sheet.ts';

/**
 * `scan300`: 300 dots per inch, skewed. `fax`: 204 by 98 in black and white, skewed, with lines dropped and drawn.
 * `specks`: 200, skewed, with noise and specks. `photo`: a page on a table, at an angle, curved and in uneven light.
 */
export type ScanKind = 'scan300' | 'fax' | 'specks' | 'photo';

/** A page of the browser with nothing but pdf.js. */
const origin = 'http://rasterize.localhost';
const folder = path.resolve(import.meta.dirname, '../../../node_modules/pdfjs-dist');
const html = '<!doctype html><script type="module" src="/legacy/build/pdf.mjs"></script>';
const types: Record<string, string> = { '.mjs': 'text/javascript', '.html': 'text/html' };

/** Prints packets and scans or photographs them, the same for the same seed. */
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
    async scanned(packet: Packet, seed: number, kind: ScanKind): Promise<Packet> {
      const scan = { bytes: [...packet.bytes], seed, kind, origin };
      const pictures = (await page.evaluate(scanPages, scan)).map(({ base64, ...size }) => ({
        ...size,
        ...(kind === 'fax'
          ? { bits: deflateSync(Buffer.from(base64, 'base64')) }
          : { jpeg: Buffer.from(base64, 'base64') }),
      }));
      return { ...packet, name: `${packet.name}, ${kind}`, bytes: pdfOfPictures(pictures) };
    },
    /** A page without the values of its form, as the reader of scans takes it. */
    async gray(bytes: Uint8Array, number: number): Promise<GrayPicture> {
      const { base64, ...size } = await page.evaluate(grayPage, { bytes: [...bytes], number, origin });
      return { ...size, values: new Uint8Array(Buffer.from(base64, 'base64')) };
    },
    close: () => page.close(),
  };
}

interface Scan {
  bytes: number[];
  seed: number;
  kind: ScanKind;
  origin: string;
}

/** Runs inside the page. */
async function grayPage({
  bytes,
  number,
  origin: from,
}: {
  bytes: number[];
  number: number;
  origin: string;
}) {
  // The script of the page sets it.
  const pdfjs: typeof import('pdfjs-dist/legacy/build/pdf.mjs') = Reflect.get(globalThis, 'pdfjsLib');
  pdfjs.GlobalWorkerOptions.workerSrc = `${from}/legacy/build/pdf.worker.min.mjs`;
  const pdf = await pdfjs.getDocument({ data: new Uint8Array(bytes) }).promise;
  const page = await pdf.getPage(number);
  const viewport = page.getViewport({ scale: 200 / 72 });
  const [width, height] = [Math.round(viewport.width), Math.round(viewport.height)];
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  await page.render({ canvas, viewport, annotationMode: pdfjs.AnnotationMode.DISABLE }).promise;
  const data = canvas.getContext('2d')?.getImageData(0, 0, width, height).data ?? [];
  const letters = Array.from({ length: width * height }, (_, at) =>
    String.fromCharCode(((data[4 * at] ?? 0) + (data[4 * at + 1] ?? 0) + (data[4 * at + 2] ?? 0)) / 3),
  );
  return { width, height, base64: btoa(letters.join('')) };
}

/** Runs inside the page. */
async function scanPages({ bytes, seed, kind, origin: from }: Scan) {
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
  const between = (least: number, most: number) => least + fraction() * (most - least);
  const below = (most: number) => Math.floor(fraction() * most);

  interface Gray {
    width: number;
    height: number;
    values: Float32Array;
  }

  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has only what is inside this function
  function contextOf({ width, height }: { width: number; height: number }) {
    const canvas = Object.assign(document.createElement('canvas'), { width, height });
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('No canvas');
    context.fillStyle = '#fff';
    context.fillRect(0, 0, width, height);
    return context;
  }

  /** The page as a glass or a roller holds it, at the resolution of the machine. */
  function skewed(typed: HTMLCanvasElement, { width, height }: { width: number; height: number }): Gray {
    const context = contextOf({ width, height });
    context.imageSmoothingQuality = 'high';
    context.scale(width / typed.width, height / typed.height);
    context.translate(typed.width / 2, typed.height / 2);
    context.rotate((between(-1.5, 1.5) * Math.PI) / 180);
    context.drawImage(typed, -typed.width / 2, -typed.height / 2);
    const { data } = context.getImageData(0, 0, width, height);
    return {
      width,
      height,
      values: Float32Array.from({ length: width * height }, (_, at) => data[at * 4] ?? 0),
    };
  }

  function addNoise({ values }: Gray, strength: number) {
    for (let at = 0; at < values.length; at += 1)
      values[at] = (values[at] ?? 0) + between(-strength, strength);
  }

  function addSpecks({ width, height, values }: Gray) {
    for (let speck = 0; speck < width * height * 0.0006; speck += 1) {
      const [x, y, size, ink] = [below(width), below(height), 1 + below(3), between(0, 160)];
      for (let row = y; row < y + size; row += 1) values.fill(ink, row * width + x, row * width + x + size);
    }
  }

  /** A fax drops lines, repeats others, and draws some. */
  function dropLines({ width, height, values }: Gray) {
    for (let line = 0; line < 8; line += 1) {
      const [y, fault] = [1 + below(height - 1), below(3)];
      if (fault === 0) values.fill(255, y * width, (y + 1) * width);
      else if (fault === 1) values.copyWithin(y * width, (y - 1) * width, y * width);
      else for (let x = 0; x < width; x += 1) if (fraction() < 0.7) values[y * width + x] = 0;
    }
  }

  /** The page on a table of brown wood, under a lamp on one side, with the shadow of the hand that holds the phone. */
  function photographed(typed: HTMLCanvasElement): Gray {
    const [width, height] = [typed.width, typed.height];
    const page = skewed(typed, { width, height });
    const values = new Float32Array(width * height);
    const [lean, tilt, turn] = [between(-0.12, 0.12), between(-0.12, 0.12), between(-0.05, 0.05)];
    const [curve, lamp, dim] = [between(-0.015, 0.015), between(0, 2 * Math.PI), between(0.2, 0.45)];
    const [shadowAt, shadowSlope, shadow] = [between(-0.4, 0.4), between(-1, 1), between(0.15, 0.4)];
    const inkAt = (x: number, y: number) => {
      const [left, top] = [Math.floor(x), Math.floor(y)];
      const at = top * width + left;
      const across = (row: number) =>
        (page.values[row] ?? 255) * (1 - (x - left)) + (page.values[row + 1] ?? 255) * (x - left);
      return across(at) * (1 - (y - top)) + across(at + width) * (y - top);
    };
    for (let row = 0; row < height; row += 1)
      for (let column = 0; column < width; column += 1) {
        const [x, y] = [column / width - 0.5, row / height - 0.5];
        const far = 1.2 / (1 + lean * x + tilt * y);
        const across = (x + turn * y) * far + 0.5;
        const down = (y - turn * x) * far + 0.5 + curve * Math.sin(across * Math.PI);
        const isPage = across > 0 && across < 1 && down > 0 && down < 1;
        const shine = isPage
          ? inkAt(across * (width - 1), down * (height - 1)) * 0.85 + 20
          : 90 + 25 * Math.sin(x * 60 + 3 * Math.sin(y * 9));
        const light = 1 - dim * (0.5 + x * Math.cos(lamp) + y * Math.sin(lamp));
        const shade = 1 - shadow / (1 + Math.exp((x + shadowSlope * y - shadowAt) * 25));
        values[row * width + column] = shine * light * shade;
      }
    return { width, height, values };
  }

  function scanOf(typed: HTMLCanvasElement): Gray {
    if (kind === 'photo') {
      const photo = photographed(typed);
      addNoise(photo, 12);
      return photo;
    }
    const { width } = typed;
    const scan = skewed(typed, {
      width,
      height: kind === 'fax' ? Math.round((width / 8.5 / 204) * 1078) : typed.height,
    });
    addNoise(scan, kind === 'specks' ? 25 : 8);
    if (kind === 'specks') addSpecks(scan);
    if (kind === 'fax') dropLines(scan);
    return scan;
  }

  /** One bit a pixel, 1 for white, each row in whole bytes. */
  function bitsOf({ width, height, values }: Gray): string {
    const across = Math.ceil(width / 8);
    const bits = new Uint8Array(across * height);
    for (let at = 0; at < values.length; at += 1) {
      const [x, y] = [at % width, Math.floor(at / width)];
      if ((values[at] ?? 0) >= 150)
        bits[y * across + (x >> 3)] = (bits[y * across + (x >> 3)] ?? 0) | (0x80 >> (x & 7));
    }
    return btoa(Array.from(bits, (byte) => String.fromCharCode(byte)).join(''));
  }

  function jpegOf({ width, height, values }: Gray): string {
    const context = contextOf({ width, height });
    const image = context.getImageData(0, 0, width, height);
    for (const [at, value] of values.entries()) image.data.fill(value, at * 4, at * 4 + 3);
    context.putImageData(image, 0, 0);
    return context.canvas.toDataURL('image/jpeg', 0.75).split(',')[1] ?? '';
  }

  const dots = { scan300: 300, fax: 204, specks: 200, photo: 240 }[kind];
  const pictures: { base64: string; width: number; height: number }[] = [];
  for (let number = 1; number <= pdf.numPages; number += 1) {
    // oxlint-disable no-await-in-loop -- one page after the other
    const page = await pdf.getPage(number);
    const viewport = page.getViewport({ scale: dots / 72 });
    const { canvas } = contextOf({ width: Math.round(viewport.width), height: Math.round(viewport.height) });
    await page.render({ canvas, viewport }).promise;
    // oxlint-enable no-await-in-loop
    const scan = scanOf(canvas);
    pictures.push({
      base64: kind === 'fax' ? bitsOf(scan) : jpegOf(scan),
      width: scan.width,
      height: scan.height,
    });
  }
  return pictures;
}
