import { MAX_UPLOAD_BYTES, stateFileName } from '@handoff/shared/domain/address/block-upload';
import { formatBytes } from '../../../../text/format.ts';

export const acceptedStateFiles = '.csv,.txt,.tsv,.gz,.zip';

const isPacked = (name: string) => /\.(gz|zip)$/i.test(name);

export interface StateFileStart {
  /** The first lines as text; empty for a compressed file. */
  lines: string[];
  /** Why the file cannot be uploaded, and what to do instead. */
  refusal: string | undefined;
}

export async function lookInto(file: File): Promise<StateFileStart> {
  if (file.size === 0) return { lines: [], refusal: 'The file is empty.' };
  if (file.size > MAX_UPLOAD_BYTES)
    return {
      lines: [],
      refusal: `The file has ${formatBytes(file.size)}; the limit is ${formatBytes(MAX_UPLOAD_BYTES)}. Compress or split it.`,
    };
  const start = await file.slice(0, 16_384).text();
  const refusal = refusalOf(file.name, start);
  if (refusal !== undefined || isPacked(file.name)) return { lines: [], refusal };
  const lines = start.replace(/^\u{FEFF}/u, '').split(/\r?\n/, 5);
  return { lines: lines.map((line) => line.slice(0, 400)), refusal };
}

function refusalOf(name: string, start: string): string | undefined {
  if (start.startsWith('PK') && !/\.zip$/i.test(name))
    return 'This looks like an Excel file. Save it as CSV and choose that file.';
  if (/^\s*[[{]/.test(start))
    return 'This looks like GeoJSON. Export the addresses as CSV and choose that file.';
  if (!stateFileName.test(name)) return 'Choose a .csv, .txt or .tsv file, or one compressed as .gz or .zip.';
  return undefined;
}
