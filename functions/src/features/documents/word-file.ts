import { AppError } from '../../pipeline/request/app-error.ts';

const MAX_ENTRIES = 2_000;
const MAX_UNPACKED = 200 * 1024 * 1024;
const END_OF_DIRECTORY = 0x06054b50;
const DIRECTORY_ENTRY = 0x02014b50;

/** Throws `unsupported_file` unless it is a Word document without macros and of a sane size when unpacked. */
export function checkWordFile(bytes: Uint8Array): void {
  const names = readDirectory(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  if (!names?.has('[Content_Types].xml') || !names.has('word/document.xml'))
    throw new AppError('unsupported_file', 'This is not a Word document.');
  if ([...names].some((name) => name.endsWith('vbaProject.bin')))
    throw new AppError('unsupported_file', 'Word documents with macros are not accepted.');
}

/** Reads the zip's central directory only, nothing is unpacked. Format: PKWARE APPNOTE 6.3, §4.3.12 and §4.3.16. */
function readDirectory(zip: Buffer): Set<string> | undefined {
  const end = findEnd(zip);
  if (end === undefined) return undefined;
  const count = zip.readUInt16LE(end + 10);
  let at = zip.readUInt32LE(end + 16);
  let unpacked = 0;
  const names = new Set<string>();
  if (count > MAX_ENTRIES) throw new AppError('unsupported_file', 'This file has too many parts.');
  for (let entry = 0; entry < count; entry += 1) {
    if (at + 46 > zip.length || zip.readUInt32LE(at) !== DIRECTORY_ENTRY) return undefined;
    unpacked += zip.readUInt32LE(at + 24);
    const nameLength = zip.readUInt16LE(at + 28);
    names.add(zip.toString('utf8', at + 46, at + 46 + nameLength));
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  if (unpacked > MAX_UNPACKED)
    throw new AppError('unsupported_file', 'This file is too large when unpacked.');
  return names;
}

/** The end record is the last 22 bytes, or earlier when a comment of at most 65,535 bytes follows it. */
function findEnd(zip: Buffer): number | undefined {
  const first = Math.max(0, zip.length - 22 - 65_535);
  for (let at = zip.length - 22; at >= first; at -= 1)
    if (zip.readUInt32LE(at) === END_OF_DIRECTORY) return at;
  return undefined;
}
