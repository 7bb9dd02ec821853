import { isUtf8 } from 'node:buffer';
import { otherFormats } from '@handoff/shared/domain/address/block-upload';
import { parse } from 'csv-parse/sync';
import { InvalidFileError } from './invalid-file.ts';

/** A file is recognized by this many bytes. */
export const START_BYTES = 64 * 1024;

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** Recognizes the encoding by the first bytes, or that the file is packed. */
export function recognizeBytes(start: Buffer): Encoding | 'gzip' | 'zip' {
  if (start.length === 0) throw new InvalidFileError('The file is empty.');
  const hex = start.subarray(0, 4).toString('hex');
  const binary = binaries.find(([mark]) => hex.startsWith(mark));
  if (binary) throw new InvalidFileError(binary[1]);
  if (hex.startsWith('1f8b')) return 'gzip';
  if (hex.startsWith('504b')) return 'zip';
  if (hex.startsWith('fffe')) return 'utf-16le';
  if (hex.startsWith('feff')) return 'utf-16be';
  if (isDbaseTable(start)) throw new InvalidFileError(otherFormats.shapefile);
  if (start.includes(0)) throw new InvalidFileError('This is a binary file. Export the addresses as CSV.');
  return isUtf8(wholeCharacters(start)) ? 'utf-8' : 'windows-1252';
}

export const isPacked = (recognized: Encoding | 'gzip' | 'zip'): recognized is 'gzip' | 'zip' =>
  recognized === 'gzip' || recognized === 'zip';

export function recognizeHeader(text: string): { header: string[]; delimiter: string } {
  if (text.trim() === '') throw new InvalidFileError('The file is empty.');
  refuseOtherFormats(text.trimStart());
  if (text.includes('\r') && !text.includes('\n'))
    throw new InvalidFileError(
      'The file has old Macintosh line ends. Save it as "CSV UTF-8" or with Windows or Unix line ends.',
    );
  const [first, ...others] = [',', ';', '\t', '|'].map((delimiter) => ({
    delimiter,
    header: headerWith(text, delimiter),
  }));
  if (!first) throw new InvalidFileError('The file is empty.');
  return others.reduce((best, next) => (next.header.length > best.header.length ? next : best), first);
}

const binaries: readonly (readonly [mark: string, message: string])[] = [
  ['0000270a', otherFormats.shapefile],
  ['53514c69', otherFormats.geoPackage],
  ['d0cf11e0', 'This is an old Excel file. Export the sheet as CSV and upload that.'],
  ['25504446', 'This is a PDF. Upload the addresses as CSV.'],
];

/** The table of a Shapefile begins with its version and the date of its last change. */
function isDbaseTable(start: Buffer): boolean {
  const [version = 0, , month = 0, day = 0] = start;
  return [0x03, 0x83, 0x8b, 0xf5].includes(version) && month >= 1 && month <= 12 && day >= 1 && day <= 31;
}

function refuseOtherFormats(text: string): void {
  if (text.startsWith('<'))
    throw new InvalidFileError('This is a web page or XML, not CSV. Download the data itself.');
}

function headerWith(text: string, delimiter: string): string[] {
  const line = /^\s*([^\r\n]*)/.exec(text)?.[1] ?? '';
  const records: string[][] = parse(line, {
    delimiter,
    to: 1,
    relax_quotes: true,
    relax_column_count: true,
    skip_records_with_error: true,
  });
  return records[0] ?? [line];
}

/** Drops the last character when the cut went through it. */
function wholeCharacters(bytes: Buffer): Buffer {
  return bytes.subarray(0, bytes.length - incompleteTail(bytes));
}

/** Counts the bytes at the end that begin an incomplete UTF-8 character. */
export function incompleteTail(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) return back < sequenceLength(byte) ? back : 0;
  }
  return 0;
}

function sequenceLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}
