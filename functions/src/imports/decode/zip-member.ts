import { otherFormats } from '@handoff/shared/domain/address/block-upload';
import { crc32, createInflateRaw } from 'node:zlib';
import { buffersOf, byteReader, type ByteReader } from './byte-reader.ts';
import { InvalidFileError } from './invalid-file.ts';

const FILE = 0x04034b50;
const DIRECTORY = 0x02014b50;
const DESCRIPTOR = 0x08074b50;
const HEADER_BYTES = 30;

const damaged = 'The zip file is damaged or incomplete. Zip the CSV again and upload it.';

/**
 * Unpacks the one file in a zip while it arrives, and skips what macOS adds beside it. Several files, and content that
 * does not match its checksum, are refused. A library that reads the directory at the end first would need a second
 * download: the hash of the upload is checked in the same pass, and a file may have 10 GB.
 */
export async function* zipMember(packed: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const input = byteReader(packed, () => new InvalidFileError(damaged));
  const joined = joinedFiles();
  for (let entry = await nextEntry(input); entry; entry = await nextEntry(input)) {
    refuse(entry);
    const content = contentOf(input, entry);
    if (!isExtra(entry.name) && !isSameList(joined.first(), entry.name))
      yield* joined.add(entry.name, content);
    else for await (const _ of content);
  }
  if (joined.first() === undefined) throw new InvalidFileError('The zip file holds no file with addresses.');
  // The directory is read too, because it is part of the upload that is hashed.
  while (await input.next());
}

/** Gives files with the same header as one. */
function joinedFiles() {
  let first: { name: string; header: string } | undefined;
  let isLineOpen = false;

  async function* add(name: string, content: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
    const { header, rest } = await cutHeader(content);
    if (first && (header !== first.header || !isTable(name) || !isTable(first.name)))
      refuseSeveral(first.name, name);
    if (!first) yield Buffer.from(header, 'latin1');
    else if (isLineOpen) yield Buffer.from('\n');
    first ??= { name, header };
    for await (const chunk of rest) {
      if (chunk.length > 0) isLineOpen = chunk.at(-1) !== LF;
      yield chunk;
    }
  }
  return { add, first: () => first?.name };
}

const isTable = (name: string) => /\.(?:csv|txt|tsv)$/i.test(name);

const LF = 0x0a;
/** A header is shorter; of a file without line ends this much is compared. */
const MAX_HEADER_BYTES = 64 * 1024;

/** The first line of a file, one character for a byte, and what follows it. */
async function cutHeader(
  content: AsyncGenerator<Buffer>,
): Promise<{ header: string; rest: AsyncIterable<Buffer> }> {
  let begun = Buffer.alloc(0);
  while (!begun.includes(LF) && begun.length < MAX_HEADER_BYTES) {
    const next = await content.next();
    if (next.done) break;
    begun = Buffer.concat([begun, next.value]);
  }
  const end = begun.indexOf(LF) + 1;
  async function* rest(): AsyncGenerator<Buffer> {
    yield begun.subarray(end);
    yield* content;
  }
  return { header: begun.toString('latin1', 0, end), rest: rest() };
}

interface Entry {
  name: string;
  flags: number;
  method: number;
  crc: number;
  packedBytes: number;
}

/** Undefined at the directory, which follows all files. */
async function nextEntry(input: ByteReader): Promise<Entry | undefined> {
  const signature = (await input.take(4)).readUInt32LE(0);
  if (signature === DIRECTORY) return undefined;
  if (signature !== FILE) throw new InvalidFileError(damaged);
  const header = await input.take(HEADER_BYTES - 4);
  const name = (await input.take(header.readUInt16LE(22))).toString();
  await input.take(header.readUInt16LE(24));
  return {
    name,
    flags: header.readUInt16LE(2),
    method: header.readUInt16LE(4),
    crc: header.readUInt32LE(10),
    packedBytes: header.readUInt32LE(14),
  };
}

/** Programs and publishers put these beside the data. CMS adds the changes of a year beside the list. */
const extras = [
  /\/$/,
  /^__MACOSX\//,
  /(^|\/)\.DS_Store$/,
  /\.(?:pdf|md|html?|xml|docx?|rtf|png|jpe?g)$/i,
  /(^|\/)(?:read[ _-]?me|licen[cs]e|metadata|disclaimer|terms|notice|data[ _-]?dictionary)[^/]*$/i,
  /addend/i,
];
const isExtra = (name: string) => extras.some((extra) => extra.test(name));
/** CMS writes the same codes twice: with their descriptions, and in tabular order. */
const isSameList = (first: string | undefined, name: string) =>
  first !== undefined && [first, name].every((each) => /icd-?10/i.test(each));
const isEncrypted = ({ flags }: Entry) => (flags & 1) !== 0;
/** The sizes and the checksum follow the content. */
const isStreamed = ({ flags }: Entry) => (flags & 8) !== 0;

function refuse(entry: Entry): void {
  if (/^(\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/)/.test(entry.name))
    throw new InvalidFileError('This is an Excel file. Export the sheet as CSV and upload that.');
  if (/\.gdb\/|\.gdb[a-z]+$/i.test(entry.name)) throw new InvalidFileError(otherFormats.geodatabase);
  if (/\.(?:shp|shx|dbf|prj|cpg|sbn|sbx)$/i.test(entry.name))
    throw new InvalidFileError(otherFormats.shapefile);
  if (isEncrypted(entry))
    throw new InvalidFileError('The zip file is protected by a password. Unzip it and upload the CSV.');
}

function refuseSeveral(found: string, name: string): never {
  throw new InvalidFileError(
    `The zip file holds several files with other columns (${found}, ${name}, …). Upload each on its own: the first one unchanged, the others with “Add”.`,
  );
}

async function* contentOf(input: ByteReader, entry: Entry): AsyncGenerator<Buffer> {
  let crc = 0;
  for await (const chunk of unpacked(input, entry)) {
    crc = crc32(chunk, crc);
    yield chunk;
  }
  const expected = isStreamed(entry) ? await descriptorCrc(input) : entry.crc;
  if (crc !== expected) throw new InvalidFileError(damaged);
}

function unpacked(input: ByteReader, entry: Entry): AsyncIterable<Buffer> {
  const { method, packedBytes } = entry;
  if (method === 8) return inflate(input);
  if (method !== 0 || isStreamed(entry) || packedBytes === 0xffffffff)
    throw new InvalidFileError(
      'The zip file is compressed in a way that is not supported. Use the zip of Windows or macOS, or gzip.',
    );
  return input.some(packedBytes);
}

/** Sizes have four or eight bytes (zip64); the signature that follows tells which. */
async function descriptorCrc(input: ByteReader): Promise<number> {
  const first = (await input.take(4)).readUInt32LE(0);
  const crc = first === DESCRIPTOR ? (await input.take(4)).readUInt32LE(0) : first;
  const sizes = await input.take(12);
  const isShort = [FILE, DIRECTORY].includes(sizes.readUInt32LE(8));
  if (isShort) input.unread(sizes.subarray(8));
  else await input.take(4);
  return crc;
}

/** Ends with the packed content, and leaves the rest in the input. */
async function* inflate(input: ByteReader): AsyncGenerator<Buffer> {
  const inflater = createInflateRaw();
  // Not `once` of node:events: that rejects on an error, which comes out of the iteration below.
  const over = new Promise<void>((resolve) => inflater.once('close', resolve));
  const written = (chunk: Buffer) => new Promise<void>((resolve) => inflater.write(chunk, () => resolve()));

  async function feed(): Promise<void> {
    for (let fed = 0; ;) {
      const chunk = await input.next();
      if (!chunk) {
        inflater.end();
        return;
      }
      fed += chunk.length;
      await Promise.race([written(chunk), over]);
      const left = fed - inflater.bytesWritten;
      if (left > 0) {
        input.unread(chunk.subarray(chunk.length - left));
        return;
      }
    }
  }
  const feeding = feed().catch((error: unknown) => {
    inflater.destroy(error instanceof Error ? error : new Error(String(error)));
  });
  try {
    yield* buffersOf(inflater);
    await feeding;
  } finally {
    inflater.destroy();
  }
}
