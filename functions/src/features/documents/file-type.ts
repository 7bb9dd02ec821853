import type { documentMediaTypes } from '@handoff/shared/contract/referrals/services';
import { workBudget } from '@handoff/shared/domain/work-budget';
import { AppError } from '../../core/app-error.ts';
import { isPicture, pixelsOf } from './picture-size.ts';
import { checkWordFile } from './word-file.ts';

export interface FileType {
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

export const extensionOf = (name: string) => typeNamed(name)?.extension ?? '';

/** Name and content must agree; throws `unsupported_file` otherwise. */
export async function fileTypeOf(
  name: string,
  bytes: Uint8Array,
  budget = workBudget(() => refused('This file has too many parts.')),
): Promise<FileType> {
  const ending = /\.([^.]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const start = Buffer.from(bytes.subarray(0, 8)).toString('hex');
  const known = typeNamed(name);
  if (!known) throw refused('Only PDF, PNG, JPEG, TIFF and Word (.docx) files can be attached.');
  if (!known.magic.some((magic) => start.startsWith(magic)))
    throw refused(`This file is named .${ending}, but its content is something else.`);
  if (known.extension === 'docx') await checkWordFile(bytes, budget);
  if (isPicture(known.extension)) checkPicture(pixelsOf(known.extension, bytes, budget));
  return { extension: known.extension, type: known.type };
}

function checkPicture(pixels: number): void {
  if (pixels === 0) throw refused('This picture is damaged or incomplete.');
  if (pixels > MAX_PIXELS) throw refused('This picture has too many pixels. Scan it at a lower resolution.');
}

/** The same for a file of someone who cannot be asked for another one later: a PDF must have its end, too. */
export const openableTypeOf: typeof fileTypeOf = async (name, bytes, budget) => {
  const type = await fileTypeOf(name, bytes, budget);
  if (type.extension === 'pdf' && !isWholePdf(bytes))
    throw refused('This PDF is damaged or incomplete. Save it again and send the new file.');
  return type;
};

/** Its pages can be found: by the table at its end, or by its objects where that table is wrong. */
function isWholePdf(bytes: Uint8Array): boolean {
  const content = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return content.includes('endobj') && ['startxref', 'trailer'].some((end) => content.includes(end));
}

export type FileTypeOf = (name: string, bytes: Uint8Array) => Promise<FileType>;

/** Other systems send these; they are kept as they came and never shown as a page. */
const sentTypes: (FileType & { ending?: string })[] = [
  { extension: 'xml', type: 'application/xml' },
  { extension: 'json', type: 'application/json' },
  { extension: 'txt', ending: 'hl7', type: 'text/plain' },
  { extension: 'zip', type: 'application/zip' },
];

/** The same for a file that was read as a referral, and for what was in it. */
export const sentFileTypeOf: typeof fileTypeOf = async (name, bytes, budget) =>
  sentTypes.find(({ extension, ending = extension }) => name.toLowerCase().endsWith(`.${ending}`)) ??
  fileTypeOf(name, bytes, budget);

const refused = (message: string) => new AppError('unsupported_file', message);

/** Control, bidirectional-override and path characters, which make a name show as something else. */
const deceptive = /[\p{Cc}\p{Bidi_Control}/\\:]/gu;

/** A user's file name as text to show, at most 120 characters. */
export function displayName(name: string): string {
  const shown = name.replaceAll(deceptive, '').trim();
  // Cuts between characters, because half of a surrogate pair could not be put into a header again.
  return Array.from(shown).slice(-120).join('') || 'document';
}
