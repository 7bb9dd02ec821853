import { AppError } from '../../../core/app-error.ts';

/** An attached PDF is one text, so a file within these limits is a referral however long it is. */
const MOST_MARKS = 300_000;
export const MOST_LEVELS = 60;

const utf16 = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);
const otherEncoding = /^[^>]{0,100}encoding\s*=\s*["'](iso-8859-1|windows-1252)["']/i;

export const refusedFile = (message: string, cause?: unknown) =>
  new AppError('unsupported_file', message, cause === undefined ? {} : { cause });

/** The text of a file in UTF-8, or in what its first bytes say. */
export function textOfFile(bytes: Uint8Array): string {
  const start = Buffer.from(bytes.subarray(0, 200));
  const encoding =
    utf16.get(start.subarray(0, 2).toString('hex')) ??
    otherEncoding.exec(start.toString('latin1'))?.[1] ??
    'utf-8';
  try {
    const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
    if (!text.includes('\0')) return text;
  } catch (cause) {
    throw refusedFile(notText, cause);
  }
  throw refusedFile(notText);
}
const notText = 'The characters of this file cannot be read. Send it in UTF-8.';

/** Refuses a file of very many small parts before it is parsed: each takes far more memory than in the file. */
export function refuseManyParts(text: string, marks: string): void {
  let found = 0;
  for (let at = 0; at < text.length; at += 1)
    if (marks.includes(text.charAt(at)) && (found += 1) > MOST_MARKS)
      throw refusedFile('This file has too many parts.');
}

/** Refuses what is nested deeper than any referral; a loop, because a recursion would end the process. */
export function refuseDeepParts(root: unknown): void {
  let level: unknown[] = [root];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MOST_LEVELS) throw refusedFile(tooDeep);
    level = level.flatMap((each) => (typeof each === 'object' && each !== null ? Object.values(each) : []));
  }
}
export const tooDeep = 'The parts of this file are nested too deeply.';
