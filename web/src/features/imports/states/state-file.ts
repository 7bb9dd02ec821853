import { imports } from '@handoff/shared/contract/imports';
import { formatBytes } from '../../../lib/format/format.ts';

/** What is smaller is sent sooner than packed. */
const PACK_ABOVE_BYTES = 8 * 1024 * 1024;
const { maxBytes } = imports.upload.upload;

export const acceptedStateFiles = '.csv,.txt,.tsv,.gz';

const isPacked = (name: string) => /\.gz$/i.test(name);
export const isToBePacked = (file: File) => file.size > PACK_ABOVE_BYTES && !isPacked(file.name);

export interface StateFileStart {
  /** The first lines as text; empty for a packed file. */
  lines: string[];
  /** Why it is not worth uploading, and the way out. */
  refusal: string | undefined;
}

export async function lookInto(file: File): Promise<StateFileStart> {
  if (file.size === 0) return { lines: [], refusal: 'The file is empty.' };
  const start = await file.slice(0, 16_384).text();
  const refusal = refusalOf(file.name, start);
  if (refusal !== undefined || isPacked(file.name)) return { lines: [], refusal };
  const lines = start.replace(/^\u{FEFF}/u, '').split(/\r?\n/, 5);
  return { lines: lines.map((line) => line.slice(0, 400)), refusal };
}

function refusalOf(name: string, start: string): string | undefined {
  if (start.startsWith('PK'))
    return 'This is a zip or Excel file. Unzip it, or save it as CSV, and choose that file.';
  if (/^\s*[[{]/.test(start))
    return 'This looks like GeoJSON. Export the addresses as CSV and choose that file.';
  if (!/\.(csv|txt|tsv|gz)$/i.test(name))
    return 'Choose a .csv, .txt or .tsv file, or one compressed as .gz.';
  return undefined;
}

/** What goes over the wire: large files packed, under the same name and date so that a repeat is the same file. */
export async function packForUpload(file: File, onProgress: (share: number) => void): Promise<File> {
  if (!isToBePacked(file)) return checkedSize(file);
  let done = 0;
  const counted = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, controller) {
      done += chunk.byteLength;
      onProgress(done / file.size);
      controller.enqueue(chunk);
    },
  });
  const packing = file.stream().pipeThrough(counted).pipeThrough(new CompressionStream('gzip'));
  const packed = await new Response(packing).blob();
  const { lastModified } = file;
  return checkedSize(new File([packed], `${file.name}.gz`, { type: 'application/gzip', lastModified }));
}

function checkedSize(file: File): File {
  if (file.size <= maxBytes) return file;
  const most = formatBytes(maxBytes);
  throw new Error(
    `The packed file has ${formatBytes(file.size)}; the limit is ${most}. Split it, and import the parts with “Add”.`,
  );
}
