import {
  MAX_UPLOAD_BYTES,
  OTHER_FILE_NAME,
  otherFormatOf,
  stateFileName,
} from '@handoff/shared/domain/address/block-upload';
import { formatBytes } from '../../../../text/format.ts';

export const acceptedStateFiles = '.csv,.txt,.tsv,.geojson,.geojsonl,.geojsons,.ndjson,.json,.gz,.zip';

/** The server recognizes a file by as much. */
const START_BYTES = 65_536;

const isPacked = (name: string) => /\.(gz|zip)$/i.test(name);

export interface StateFileStart {
  /** The first characters; empty for a refused or compressed file. */
  text: string;
  /** Why the file cannot be uploaded, and what to do instead. */
  refusal: string | undefined;
}

export async function lookInto(file: File): Promise<StateFileStart> {
  if (file.size === 0) return { text: '', refusal: 'The file is empty.' };
  if (file.size > MAX_UPLOAD_BYTES)
    return {
      text: '',
      refusal: `The file has ${formatBytes(file.size)}; the limit is ${formatBytes(MAX_UPLOAD_BYTES)}. Compress or split it.`,
    };
  const start = await file.slice(0, START_BYTES).text();
  const refusal = refusalOf(file.name, start);
  return { text: refusal !== undefined || isPacked(file.name) ? '' : start, refusal };
}

function refusalOf(name: string, start: string): string | undefined {
  if (start.startsWith('PK') && !/\.zip$/i.test(name))
    return 'This looks like an Excel file. Save it as CSV and choose that file.';
  return otherFormatOf(name) ?? (stateFileName.test(name) ? undefined : OTHER_FILE_NAME);
}
