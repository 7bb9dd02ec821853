import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The second text instead of the first; a new file has no first one. */
export type Change = [file: string, from: string, to: string];

export const after = (file: string, text: string, added: string): Change => [file, text, text + added];

/** Changes files of a copy of the repository; gives how many. Throws when a file does not contain the text. */
export function applyChanges(copy: string, changes: readonly Change[]): number {
  for (const [file, from, to] of changes) {
    const place = path.join(copy, file);
    const text = from === '' ? '' : readFileSync(place, 'utf8');
    if (!text.includes(from)) throw new Error(`${file} does not contain ${from}`);
    writeFileSync(place, from === '' ? to : text.replace(from, () => to));
  }
  return new Set(changes.map(([file]) => file)).size;
}
