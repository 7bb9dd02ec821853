import * as z from 'zod';
import type { FileRules } from '@handoff/shared/domain/address/state-file-import';

type CountyNames = FileRules['CountyNames'];

export const writeCountyNames = (names: CountyNames): string =>
  names.map(({ From, To }) => `${From} = ${To}`).join('\n');

/** One pair per line: the name in the file = the name shown here. */
export function readCountyNames(text: string): { names: CountyNames; problem?: string } {
  const names: CountyNames = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') continue;
    const [, from = '', to] = /^([^=]*)=(.*)$/.exec(line) ?? [];
    if (from.trim() === '' || to === undefined)
      return { names, problem: `Line ${index + 1}: write the name in the file = the name to show` };
    names.push({ From: from.trim(), To: to.trim() });
  }
  return { names };
}

/** The text form of the names. */
export const CountyNamesText = z
  .string()
  .max(40_000)
  .transform((text, context) => {
    const { names, problem } = readCountyNames(text);
    if (problem !== undefined) context.addIssue(problem);
    return names;
  });
