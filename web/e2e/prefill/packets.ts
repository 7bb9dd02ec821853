import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Browser } from 'playwright-core';
import * as z from 'zod';
import { drawnFacts } from './drawn-patients.ts';
import { layouts } from './layouts.ts';
import { rasterizer } from './rasterize.ts';
import { type Packet, packetOf } from './sheet.ts';

const PATIENTS = 5;

/** Forty packets, every second of which is scanned. */
export async function drawnPackets(browser: Browser): Promise<{ typed: Packet[]; scanned: Packet[] }> {
  const today = new Date();
  const all = Object.entries(layouts).flatMap(([name, layout], at) =>
    Array.from({ length: PATIENTS }, (_, index) => {
      const facts = drawnFacts(at * 1000 + index, today);
      return packetOf(`${name} ${index + 1}`, (sheet) => layout(facts, sheet));
    }),
  );
  const raster = await rasterizer(browser);
  const scanned: Packet[] = [];
  for (const [index, packet] of all.filter((each, at) => !isTyped(each, at)).entries())
    // oxlint-disable-next-line no-await-in-loop -- one page of the browser draws them
    scanned.push(await raster.scanned(packet, index, 'specks'));
  await raster.close();
  return { typed: all.filter(isTyped), scanned };
}

const isTyped = (_: Packet, index: number) => index % 2 === 0;

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
