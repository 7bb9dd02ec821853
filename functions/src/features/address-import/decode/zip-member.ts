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
  let found: string | undefined;
  for (let entry = await nextEntry(input); entry; entry = await nextEntry(input)) {
    if (isExtra(entry.name)) {
      for await (const _ of contentOf(input, entry));
      continue;
    }
    refuse(entry, found);
    found = entry.name;
    yield* contentOf(input, entry);
  }
  if (found === undefined) throw new InvalidFileError('The zip file holds no file.');
  // The directory is read too, because it is part of the upload that is hashed.
  while (await input.next());
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

const isExtra = (name: string) =>
  name.endsWith('/') || name.startsWith('__MACOSX/') || /(^|\/)\.DS_Store$/.test(name);
const isEncrypted = ({ flags }: Entry) => (flags & 1) !== 0;
/** The sizes and the checksum follow the content. */
const isStreamed = ({ flags }: Entry) => (flags & 8) !== 0;

function refuse(entry: Entry, found: string | undefined): void {
  if (/^(\[Content_Types\]\.xml|_rels\/|docProps\/|xl\/)/.test(entry.name))
    throw new InvalidFileError('This is an Excel file. Export the sheet as CSV and upload that.');
  if (/\.gdb\/|\.gdb[a-z]+$/i.test(entry.name)) throw new InvalidFileError(otherFormats.geodatabase);
  if (/\.(?:shp|shx|dbf|prj|cpg|sbn|sbx)$/i.test(entry.name))
    throw new InvalidFileError(otherFormats.shapefile);
  if (isEncrypted(entry))
    throw new InvalidFileError('The zip file is protected by a password. Unzip it and upload the CSV.');
  if (found !== undefined)
    throw new InvalidFileError(
      `The zip file holds several files (${found}, ${entry.name}, …). Upload each on its own: the first one unchanged, the others with “Add”.`,
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
