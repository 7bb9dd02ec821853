import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRawStream } from '@cantoo/pdf-lib';
import { describe, expect, test } from 'vitest';
import { pdfOfTiff } from './tiff.ts';

/** The values of a page by tag of TIFF 6.0; a ratio is a text like `204/1`. */
type Fields = Record<number, number | string>;

const PAPER = 0;
const page = (fields: Fields = {}): Fields => ({
  256: 16,
  257: 4,
  258: 1,
  259: 4,
  262: 0,
  273: PAPER,
  277: 1,
  278: 4,
  279: 2,
  282: '8/1',
  283: '4/1',
  296: 2,
  ...fields,
});

const PAGE_BYTES = 400;

/** Each page has the strip `01 80`. */
function tiff(pages: readonly Fields[], isLittle = true): Uint8Array {
  const view = new DataView(new ArrayBuffer(8 + pages.length * PAGE_BYTES));
  const write: Writer = {
    short: (at, value) => view.setUint16(at, value, isLittle),
    long: (at, value) => view.setUint32(at, value, isLittle),
  };
  view.setUint16(0, isLittle ? 0x49_49 : 0x4d_4d);
  write.short(2, 42);
  write.long(4, 8);
  for (const [index, fields] of pages.entries()) {
    const at = 8 + index * PAGE_BYTES;
    const strip = at + PAGE_BYTES - 2;
    view.setUint16(strip, 0x01_80);
    const next = index === pages.length - 1 ? 0 : at + PAGE_BYTES;
    writePage(write, at, { fields: { ...fields, ...(fields[273] === PAPER && { 273: strip }) }, next });
  }
  return new Uint8Array(view.buffer);
}

interface Writer {
  short: (at: number, value: number) => void;
  long: (at: number, value: number) => void;
}

function writePage(write: Writer, at: number, { fields, next }: { fields: Fields; next: number }): void {
  const entries = Object.entries(fields);
  const end = at + 2 + entries.length * 12;
  write.short(at, entries.length);
  write.long(end, next);
  for (const [place, [tag, value]] of entries.entries()) {
    const entry = at + 2 + place * 12;
    const ratioAt = end + 4 + place * 8;
    write.short(entry, Number(tag));
    write.short(entry + 2, typeof value === 'string' ? 5 : 4);
    write.long(entry + 4, 1);
    write.long(entry + 8, typeof value === 'string' ? ratioAt : value);
    if (typeof value === 'string')
      for (const [index, part] of value.split('/').entries()) write.long(ratioAt + index * 4, Number(part));
  }
}

async function pagesOf(file: Uint8Array) {
  const pdf = await PDFDocument.load(await pdfOfTiff(file));
  return pdf.getPages().map((each) => {
    const named = each.node.Resources()?.lookup(PDFName.of('XObject'), PDFDict).values() ?? [];
    return {
      size: [each.getWidth(), each.getHeight()],
      turn: each.getRotation().angle,
      strips: named.map((ref) => pdf.context.lookup(ref)).filter((strip) => strip instanceof PDFRawStream),
    };
  });
}

async function stripOf(fields: Fields) {
  const [shown] = await pagesOf(tiff([page(fields)]));
  const strip = shown?.strips[0];
  if (!strip) throw new Error('No strip');
  return strip;
}

test.each([true, false])(
  'a page keeps its size on paper, its order and its turn; little-endian: %s',
  async (isLittle) => {
    const pages = await pagesOf(tiff([page(), page({ 274: 6, 296: 3 }), page({ 282: '5/0' })], isLittle));
    expect(pages.map(({ size, turn }) => [size, turn])).toEqual([
      [[144, 72], 0],
      [[144 / 2.54, 72 / 2.54], 90],
      [[16 * 0.36, 4 * 0.36], 0],
    ]);
  },
);

test('a small copy of a page is left out', async () => {
  expect(await pagesOf(tiff([page(), page({ 254: 1 })]))).toHaveLength(1);
});

test.each([
  [1, {}, undefined],
  [
    2,
    {},
    '/CCITTFaxDecode << /K 0 /EncodedByteAlign true /EndOfBlock false /Columns 16 /Rows 4 /BlackIs1 true >>',
  ],
  [3, { 292: 1 }, '/CCITTFaxDecode << /K 1 /EndOfBlock false /Columns 16 /Rows 4 /BlackIs1 true >>'],
  [4, {}, '/CCITTFaxDecode << /K -1 /Columns 16 /Rows 4 /BlackIs1 true >>'],
  [5, { 317: 2 }, '/LZWDecode << /Predictor 2 /Colors 1 /BitsPerComponent 1 /Columns 16 >>'],
  [7, { 262: 6, 277: 3, 258: 8 }, '/DCTDecode << /ColorTransform 1 >>'],
  [8, {}, '/FlateDecode << /Predictor 1 /Colors 1 /BitsPerComponent 1 /Columns 16 >>'],
  [32_773, {}, '/RunLengthDecode'],
])('the strip of a page with compression %i is copied unchanged', async (compression, fields, expected) => {
  const { dict, contents } = await stripOf({ 259: compression, ...fields });
  const named = ['Filter', 'DecodeParms'].map((name) =>
    dict.get(PDFName.of(name))?.toString().replaceAll(/\s+/g, ' '),
  );
  expect(named.filter((each) => each !== undefined).join(' ') || undefined).toBe(expected);
  expect([...contents]).toEqual([0x01, 0x80]);
});

test('the bits of a machine that fills a byte from its lowest bit are turned around', async () => {
  expect([...(await stripOf({ 266: 2 })).contents]).toEqual([0x80, 0x01]);
});

async function decodeOf(photometric: number): Promise<string[]> {
  const { dict } = await stripOf({ 262: photometric });
  return dict.lookup(PDFName.of('Decode'), PDFArray).asArray().map(String);
}

test('white is 0 on a fax, and black is 0 in a picture', async () => {
  expect([await decodeOf(0), await decodeOf(1)]).toEqual([
    ['1', '0'],
    ['0', '1'],
  ]);
});

const other = 'It is a kind of TIFF that cannot be shown here. Download it to open it in another program.';
test.each([
  ['has tiles', { 322: 16 }, other],
  ['has a palette', { 262: 3 }, other],
  ['has an unknown compression', { 259: 6 }, other],
  ['has YCbCr that is no JPEG', { 262: 6, 277: 3 }, other],
  ['has a strip behind its last line', { 278: 0 }, other],
  ['has no strips', { 273: 1 }, other],
])('a page that %s says so', async (_, fields, text) => {
  const without = Object.fromEntries(
    Object.entries(page(fields)).filter(([tag, value]) => tag !== '273' || value === PAPER),
  );
  await expect(pdfOfTiff(tiff([without]))).rejects.toThrow(text);
});

describe('a damaged file', () => {
  test('that ends early says so', async () => {
    const whole = tiff([page()]);
    await expect(pdfOfTiff(whole.subarray(0, 40))).rejects.toThrow('It is damaged.');
  });

  test('is made into pages, or says why not', async () => {
    const whole = tiff([page(), page()]);
    for (let at = 4; at < 400; at += 1) {
      const damaged = whole.slice();
      damaged.set([at % 3 === 0 ? 255 : at % 7], at);
      const outcome = await pdfOfTiff(damaged).then(
        (pdf) => pdf.length > 0,
        (error: Error) => error.message.startsWith('It is '),
      );
      expect([at, outcome]).toEqual([at, true]);
    }
  });
});
