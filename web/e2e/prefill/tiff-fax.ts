import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';

/** Two pages in Group 4 of a machine that fills bytes from their lowest bit, in strips: `tiffcp -c g4 -f lsb2msb`. */
export const tiffFax = async () => ({
  name: 'fax.tif',
  mimeType: 'image/tiff',
  // No other test has the same file: bytes behind the last page are not read.
  buffer: Buffer.concat([await readFile(new URL('fax.tif', import.meta.url)), Buffer.from(randomUUID())]),
});
