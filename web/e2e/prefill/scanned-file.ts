import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { rasterizer } from './rasterize.ts';
import { packetOf } from './sheet.ts';

/** The same noise each time; `bench prefill` draws others. */
const SEED = 7;

/** Lines of text as a picture in a PDF: printed, scanned askew and faxed. No other test has the same file. */
export async function scannedFile(page: Page, lines: readonly string[]) {
  const browser = page.context().browser();
  if (!browser) throw new Error('The page has no browser');
  const raster = await rasterizer(browser);
  const { bytes } = await raster.scanned(
    packetOf(`scan ${randomUUID()}`, ({ put }) => {
      put(72, 60, `Cover ${randomUUID().slice(0, 8)}`);
      for (const [index, text] of lines.entries()) put(72, 120 + index * 22, text);
    }),
    SEED,
    'specks',
  );
  await raster.close();
  return { name: 'scan.pdf', mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
}
