import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import * as z from 'zod';
import type { DrawnDocument } from './documents.ts';
import type { Packet } from './sheet.ts';

/** Values by the names of the form's fields, flat or nested. */
interface Expected {
  [field: string]: string | Expected;
}
const Expected: z.ZodType<Expected> = z.record(z.string(), z.union([z.string(), z.lazy(() => Expected)]));

/** The PDFs of a folder, typed or scanned, with the expected values in X.json beside X.pdf. */
export function packetsIn(path: string): Packet[] {
  return readdirSync(path)
    .filter((file) => file.toLowerCase().endsWith('.pdf'))
    .map((file) => {
      const json: unknown = JSON.parse(readFileSync(join(path, file.replace(/\.pdf$/i, '.json')), 'utf8'));
      const bytes = new Uint8Array(readFileSync(join(path, file)));
      return { name: basename(file), bytes, pages: 1, expected: flat(Expected.parse(json)) };
    });
}

function flat(expected: Expected, within = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(expected).flatMap(([name, value]) =>
      typeof value === 'string' ? [[within + name, value]] : Object.entries(flat(value, `${within}${name}.`)),
    ),
  );
}

/** Stores the tuned documents, for looking at; those kept back are never stored. */
export function writeTuned(folder: string, documents: readonly DrawnDocument[]): void {
  mkdirSync(folder, { recursive: true });
  for (const { name, bytes, expected } of documents.filter(({ isTuned }) => isTuned)) {
    const file = join(folder, name.replaceAll(/\W+/g, '-'));
    writeFileSync(`${file}.pdf`, bytes);
    writeFileSync(`${file}.json`, `${JSON.stringify(expected, undefined, 2)}\n`);
  }
}
