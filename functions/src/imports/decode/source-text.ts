import { isUtf8 } from 'node:buffer';
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { buffersOf } from './byte-reader.ts';
import { incompleteTail, isPacked, recognizeBytes, START_BYTES, type Encoding } from './file-start.ts';
import { geoJsonRows, isJson } from './geojson.ts';
import { InvalidFileError } from './invalid-file.ts';
import { zipMember } from './zip-member.ts';

/** Any file as UTF-8 without a byte order mark, and GeoJSON as CSV. */
export interface SourceText {
  encoding: Encoding;
  kind: 'csv' | 'geojson';
  /** The first 64 KB of the text. */
  start: string;
  chunks: AsyncIterable<Buffer>;
  /** Counts the bytes of the file as uploaded, so packed ones. */
  bytesRead(): number;
}

/** A later part of the file is not UTF-8, so it has to be read again as windows-1252. */
export class NotUtf8Error extends Error {
  constructor() {
    super('The file is not UTF-8');
    this.name = 'NotUtf8Error';
  }
}

interface SourceOptions {
  encoding?: Encoding | undefined;
  /** The reader owns the stream's buffers, and each chunk is valid only until the next one is read. */
  lends?: boolean;
}

export async function readSourceText(
  stream: AsyncIterable<unknown>,
  { encoding: forced, lends = false }: SourceOptions = {},
): Promise<SourceText> {
  let bytesRead = 0;
  async function* counted(): AsyncGenerator<Buffer> {
    for await (const chunk of buffersOf(stream)) {
      bytesRead += chunk.length;
      yield chunk;
    }
  }
  let file = await peek(counted());
  let recognized = recognizeBytes(file.start);
  if (isPacked(recognized)) {
    const content = recognized === 'zip' ? zipMember(file.chunks) : gunzip(file.chunks);
    file = await peek(unpack(content, () => bytesRead));
    recognized = recognizeBytes(file.start);
    if (isPacked(recognized))
      throw new InvalidFileError('The file is compressed twice. Compress it once or not at all.');
  }
  const encoding = forced ?? recognized;
  const decoded = await peek(decode(file.chunks, encoding));
  const isGeoJson = isJson(decoded.start.toString('utf8', 0, START_BYTES));
  const text = isGeoJson ? await peek(geoJsonRows(decoded.chunks)) : decoded;
  return {
    encoding,
    kind: isGeoJson ? 'geojson' : 'csv',
    start: text.start.toString('utf8', 0, START_BYTES),
    chunks: lends ? lend(text.chunks) : text.chunks,
    bytesRead: () => bytesRead,
  };
}

/** Reads ahead until the start of the file is known, and gives everything again from its beginning. */
async function peek(
  source: AsyncIterable<Buffer>,
): Promise<{ start: Buffer; chunks: AsyncIterable<Buffer> }> {
  const rest = source[Symbol.asyncIterator]();
  const ahead: Buffer[] = [];
  let length = 0;
  while (length < START_BYTES) {
    const next = await rest.next();
    if (next.done) break;
    ahead.push(next.value);
    length += next.value.length;
  }
  async function* chunks(): AsyncGenerator<Buffer> {
    try {
      yield* ahead.splice(0);
      for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
    } finally {
      await rest.return?.();
    }
  }
  return { start: Buffer.concat(ahead).subarray(0, START_BYTES), chunks: chunks() };
}

/** Reading allocates little else, so V8 would let the buffers of the socket pile up, and then search its whole heap. */
const BYTES_BETWEEN_COLLECTIONS = 8_000_000;

/** Frees each chunk at once, because the garbage collector would let megabytes of them pile up. */
async function* lend(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let bytes = 0;
  for await (const chunk of chunks) {
    yield chunk;
    bytes += chunk.length;
    if (bytes >= BYTES_BETWEEN_COLLECTIONS) {
      globalThis.gc?.({ type: 'minor' });
      bytes = 0;
    }
    const { buffer } = chunk;
    if (buffer instanceof ArrayBuffer && buffer.byteLength === chunk.byteLength) buffer.transfer(0);
  }
}

/** Addresses shrink 5 to 15 times; a small file that would fill the disk is no address file. */
const MAX_EXPANSION = 100;

async function* unpack(content: AsyncIterable<Buffer>, bytesRead: () => number): AsyncGenerator<Buffer> {
  let length = 0;
  try {
    for await (const chunk of content) {
      length += chunk.length;
      if (length > MAX_EXPANSION * bytesRead() + START_BYTES)
        throw new InvalidFileError(
          'The compressed file expands more than 100 times. Upload it uncompressed.',
        );
      yield chunk;
    }
  } catch (error) {
    if (isZlibError(error))
      throw new InvalidFileError(
        'The compressed file is damaged or incomplete. Compress it again and upload it.',
      );
    throw error;
  }
}

async function* gunzip(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const unpacked = createGunzip();
  // The error of a failing source comes out of the iteration below.
  pipeline(Readable.from(packed), unpacked, () => {});
  yield* buffersOf(unpacked);
}

function isZlibError(error: unknown): boolean {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

async function* decode(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  if (encoding === 'utf-8') {
    yield* checkedUtf8(chunks);
    return;
  }
  // csv-parse does not read UTF-16BE, and its latin1 is not windows-1252.
  const decoder = new TextDecoder(encoding);
  for await (const chunk of chunks) yield Buffer.from(decoder.decode(chunk, { stream: true }));
  yield Buffer.from(decoder.decode());
}

async function* checkedUtf8(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let begun = Buffer.alloc(0);
  let first = true;
  for await (const chunk of chunks) {
    const bytes = begun.length > 0 ? Buffer.concat([begun, chunk]) : chunk;
    const end = bytes.length - incompleteTail(bytes);
    const whole = bytes.subarray(0, end);
    begun = Buffer.from(bytes.subarray(end));
    if (!isUtf8(whole)) throw new NotUtf8Error();
    if (whole.length === 0) continue;
    yield first ? withoutMark(whole) : whole;
    first = false;
  }
  if (begun.length > 0) throw new NotUtf8Error();
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, 3).toString('hex') === 'efbbbf' ? bytes.subarray(3) : bytes;
}
