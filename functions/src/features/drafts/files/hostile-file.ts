import { looking, workBudget, type WorkBudget } from '@handoff/shared/domain/work-budget';
import { AppError } from '../../../core/app-error.ts';

export const MOST_LEVELS = 60;

const utf16 = new Map([
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
]);
const otherEncoding = /^[^>]{0,100}encoding\s*=\s*["'](iso-8859-1|windows-1252)["']/i;

export const refusedFile = (message: string, cause?: unknown) =>
  new AppError('unsupported_file', message, cause === undefined ? {} : { cause });

export const forNoCare = 'This order is for a test or a picture, and not for care at home.';

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

/** For a file with everything inside. An attached PDF is one text, so that a referral may be as long as a file can be. */
export const referralBudget = () => workBudget(() => refusedFile('This file has too many parts.'));

/** Spends for each part before a text is parsed, because each takes far more memory than in the file. */
export function spendForParts(text: string, marks: string, budget: WorkBudget): void {
  budget.spend(looking(text.length));
  const codes = new Set(Array.from(marks, (mark) => mark.charCodeAt(0)));
  for (let at = 0; at < text.length; at += 1) if (codes.has(text.charCodeAt(at))) budget.spend(1);
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
