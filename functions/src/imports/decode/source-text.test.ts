import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test, vi } from 'vitest';
import { NotUtf8Error, readSourceText } from './source-text.ts';

const text = 'zip;city\n06103;Saint-Étienne\n';

function inPieces(bytes: Buffer, size: number): Readable {
  const pieces = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
  return Readable.from(pieces);
}

async function read(bytes: Buffer, size = 7) {
  const source = await readSourceText(inPieces(bytes, size));
  const whole = await buffer(source.chunks);
  return {
    encoding: source.encoding,
    start: source.start,
    text: whole.toString('utf8'),
    bytes: source.bytesRead(),
  };
}

const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
const utf16 = Buffer.from(`\uFEFF${text}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(text), 'utf-8'],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`), 'utf-8'],
  ['Excel’s Unicode text', utf16, 'utf-16le'],
  ['UTF-16BE', swapped(utf16), 'utf-16be'],
  ['windows-1252', Buffer.from(text, 'latin1'), 'windows-1252'],
  ['gzip', gzipSync(text), 'utf-8'],
  ['gzip of UTF-16', gzipSync(utf16), 'utf-16le'],
])('%s is read as the same text, however it is cut', async (_name, bytes, encoding) => {
  for (const size of [1, 7, 1000]) {
    const source = await read(bytes, size);
    expect(source).toEqual({ encoding, start: text, text, bytes: bytes.length });
  }
});

test('windows-1252 is not latin-1', async () => {
  const { text: price } = await read(Buffer.concat([Buffer.from('price '), Buffer.from([0x80, 0x92, 0xe9])]));
  expect(price).toBe('price €’é');
});

test('a file that stops being UTF-8 later on is to be read again', async () => {
  const long = Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.from([0xe9, 0x2c])]);
  await expect(read(long, 30_000)).rejects.toThrow(NotUtf8Error);
  const again = await readSourceText(inPieces(long, 30_000), { encoding: 'windows-1252' });
  expect((await buffer(again.chunks)).toString('utf8').endsWith('aé,')).toBe(true);
});

test('a file that ends within a character is to be read again', async () => {
  for (const cut of [1, 2, 3]) {
    const whole = Buffer.concat([Buffer.alloc(100_000, 'a'), Buffer.from('😀')]);
    const file = whole.subarray(0, whole.length - cut);
    await expect(read(file, 30_000)).rejects.toThrow(NotUtf8Error);
  }
});

test('a packed file that would grow a hundred times, is cut off or packed twice, is refused', async () => {
  const bomb = gzipSync(Buffer.alloc(30_000_000));
  await expect(read(bomb, 1000)).rejects.toThrow(/binary|expands/);
  const spaces = gzipSync(Buffer.alloc(30_000_000, 'a,b\n'));
  await expect(read(spaces, 1000)).rejects.toThrow(/expands more than 100 times/);
  const whole = gzipSync(Array.from({ length: 9000 }, (_, row) => `${row * 7919},A ST\n`).join(''));
  await expect(read(whole.subarray(0, -20), 1000)).rejects.toThrow(/damaged or incomplete/);
  await expect(read(gzipSync(gzipSync(text)))).rejects.toThrow(/compressed twice/);
});

async function* failing() {
  yield gzipSync(text).subarray(0, 12);
  throw new Error('connection reset');
}

test('a stream error is not reported as an invalid file', async () => {
  await expect(readSourceText(Readable.from(failing()))).rejects.toThrow('connection reset');
});

test('a reader that lends asks for a minor collection after each 8 MB, where Node allows it', async () => {
  const asked: unknown[] = [];
  vi.stubGlobal('gc', (options: unknown) => void asked.push(options));
  onTestFinished(() => void vi.unstubAllGlobals());
  for await (const _ of (await readSourceText(megabytes(), { lends: true })).chunks);
  expect(asked).toEqual([{ type: 'minor' }, { type: 'minor' }]);
  for await (const _ of (await readSourceText(megabytes())).chunks);
  expect(asked).toHaveLength(2);
  vi.unstubAllGlobals();
  for await (const _ of (await readSourceText(megabytes(), { lends: true })).chunks);
});

const megabytes = () => Readable.from(Array.from({ length: 17 }, () => Buffer.alloc(1_000_000, 'a')));

test('lent memory is freed once the next chunk is requested, and part of a larger one is kept', async () => {
  const own = [Buffer.alloc(70_000, 'a'), Buffer.alloc(10_000, 'b'), Buffer.alloc(10_000, 'c')];
  const [, second = Buffer.of(), third = Buffer.of()] = own;
  const stream = Readable.from([...own.slice(0, 2), third.subarray(0, 9_000), third.subarray(9_000)]);
  const source = await readSourceText(stream, { lends: true });
  const lengths: number[] = [];
  for await (const chunk of source.chunks) {
    lengths.push(chunk.length);
    expect(second.length).toBe(lengths.length > 2 ? 0 : 10_000);
  }
  expect(lengths).toEqual([70_000, 10_000, 9_000, 1_000]);
  expect(own.map(({ length }) => length)).toEqual([0, 0, 10_000]);
});
