import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  name: string;
  content: Buffer;
  isStored?: boolean;
  /** Written as by a program that learns the size only at the end; the sizes have four or eight bytes. */
  streamed?: 4 | 8;
  flags?: number;
}

const sizeOf = (buffers: Buffer[]) => buffers.reduce((sum, { length }) => sum + length, 0);

/** Makes a zip like common programs, except for its directory, which has names only. */
export function zipOf(...entries: ZipEntry[]): Buffer {
  const files = entries.map(fileOf);
  const directory = entries.map(({ name }) => directoryEntry(name));
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(sizeOf(directory), 12);
  end.writeUInt32LE(sizeOf(files), 16);
  return Buffer.concat([...files, ...directory, end]);
}

function fileOf({ name, content, isStored = false, streamed, flags = 0 }: ZipEntry): Buffer {
  const packed = isStored ? content : deflateRawSync(content);
  const header = Buffer.alloc(30);
  header.writeUInt32LE(0x04034b50, 0);
  header.writeUInt16LE(flags | (streamed ? 8 : 0), 6);
  header.writeUInt16LE(isStored ? 0 : 8, 8);
  if (!streamed) {
    header.writeUInt32LE(crc32(content), 14);
    header.writeUInt32LE(packed.length, 18);
    header.writeUInt32LE(content.length, 22);
  }
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, Buffer.from(name), packed, descriptor({ content, packed, streamed })]);
}

function descriptor({
  content,
  packed,
  streamed,
}: {
  content: Buffer;
  packed: Buffer;
  streamed?: 4 | 8 | undefined;
}) {
  if (!streamed) return Buffer.alloc(0);
  const bytes = Buffer.alloc(8 + 2 * streamed);
  bytes.writeUInt32LE(0x08074b50, 0);
  bytes.writeUInt32LE(crc32(content), 4);
  bytes.writeUInt32LE(packed.length, 8);
  bytes.writeUInt32LE(content.length, 8 + streamed);
  return bytes;
}

function directoryEntry(name: string): Buffer {
  const entry = Buffer.alloc(46);
  entry.writeUInt32LE(0x02014b50, 0);
  entry.writeUInt16LE(name.length, 28);
  return Buffer.concat([entry, Buffer.from(name)]);
}
