import type { documentMediaTypes } from '@handoff/shared/contract/referrals/services';
import { AppError } from '../../core/app-error.ts';
import { pixelsOf } from './picture-size.ts';
import { checkWordFile } from './word-file.ts';

interface FileType {
  extension: string;
  type: (typeof documentMediaTypes)[number];
}

const types: (FileType & { extensions: string[]; magic: string[] })[] = [
  { extension: 'pdf', extensions: ['pdf'], magic: ['255044462d'], type: 'application/pdf' },
  { extension: 'png', extensions: ['png'], magic: ['89504e470d0a1a0a'], type: 'image/png' },
  { extension: 'jpg', extensions: ['jpg', 'jpeg'], magic: ['ffd8ff'], type: 'image/jpeg' },
  { extension: 'tiff', extensions: ['tif', 'tiff'], magic: ['49492a00', '4d4d002a'], type: 'image/tiff' },
  {
    extension: 'docx',
    extensions: ['docx'],
    magic: ['504b0304'],
    type: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  },
];

/** A poster of two by three feet at 600 dpi. */
const MAX_PIXELS = 14_400 * 21_600;

const typeNamed = (name: string) => {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  return types.find(({ extensions }) => extensions.includes(ending));
};

/** Returns the extension for storing a file of this name; empty for an unknown type. */
export const extensionOf = (name: string) => typeNamed(name)?.extension ?? '';

/** Name and content must agree; throws `unsupported_file` otherwise. */
export async function fileTypeOf(name: string, bytes: Uint8Array): Promise<FileType> {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  const known = typeNamed(name);
  if (!known)
    throw new AppError(
      'unsupported_file',
      'Only PDF, PNG, JPEG, TIFF and Word (.docx) files can be attached.',
    );
  if (!known.magic.some((magic) => start.startsWith(magic)))
    throw new AppError(
      'unsupported_file',
      `This file is named .${ending}, but its content is something else.`,
    );
  if (known.extension === 'docx') await checkWordFile(bytes);
  if (pixelsOf(known.extension, bytes) > MAX_PIXELS)
    throw new AppError(
      'unsupported_file',
      'This picture has too many pixels. Scan it at a lower resolution.',
    );
  return { extension: known.extension, type: known.type };
}

/** Other systems send these; they are kept as they came and never shown as a page. */
const sentTypes: (FileType & { ending?: string })[] = [
  { extension: 'xml', type: 'application/xml' },
  { extension: 'json', type: 'application/json' },
  { extension: 'txt', ending: 'hl7', type: 'text/plain' },
  { extension: 'zip', type: 'application/zip' },
];

/** The same for a file that was read as a referral, and for what was in it. */
export const sentFileTypeOf: typeof fileTypeOf = async (name, bytes) =>
  sentTypes.find(({ extension, ending = extension }) => name.toLowerCase().endsWith(`.${ending}`)) ??
  fileTypeOf(name, bytes);

/** Control, bidirectional-override and path characters, which make a name show as something else. */
const deceptive = /[\p{Cc}\p{Bidi_Control}/\\:]/gu;

/** A user's file name as text to show, at most 120 characters. */
export function displayName(name: string): string {
  const shown = name.replaceAll(deceptive, '').trim();
  // Cuts between characters, because half of a surrogate pair could not be put into a header again.
  return Array.from(shown).slice(-120).join('') || 'document';
}
