import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { RejectReason } from '@handoff/shared/domain/address/state-file-import';
import type { BlobStore } from '../../../platform/ports.ts';

export const rejectReportName = (importId: string) => `${importId}/rejects.csv`;

export interface RejectReport {
  add(row: { fields: readonly string[]; line: number; reason: RejectReason }): void;
  /** Waits until the rows so far are on their way; undefined when there is nothing to wait for. */
  flush(): Promise<void> | undefined;
  close(): Promise<void>;
  /** Leaves whatever report was there before. */
  abandon(): void;
}

const FLUSH_CHARACTERS = 64 * 1024;

/** The rejected rows with their own columns, so that they can be corrected and uploaded again. No row, no report. */
export function openRejectReport(
  blobs: BlobStore,
  { importId, header }: { importId: string; header: readonly string[] },
): RejectReport {
  const name = rejectReportName(importId);
  let text = `\uFEFF${csvLine([...header, '_line', '_reason'])}`;
  let stream: PassThrough | undefined;
  let upload: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    if (!stream) {
      stream = new PassThrough();
      upload = blobs.putStream('import-reports', name, { stream, type: 'text/csv; charset=utf-8' });
      upload.catch(() => {});
    }
    const part = text;
    text = '';
    if (!stream.write(part)) await Promise.race([once(stream, 'drain'), upload]);
  }

  let rows = 0;
  return {
    add({ fields, line, reason }) {
      rows++;
      text += csvLine(reportCells({ fields, width: header.length, line, reason }));
    },
    flush: () => (rows > 0 && text.length > FLUSH_CHARACTERS ? write() : undefined),
    async close() {
      if (rows === 0) return;
      await write();
      stream?.end();
      await upload;
    },
    abandon: () => stream?.destroy(new Error('The report is written anew')),
  };
}

/** Line and reason stand in their columns also when the row has too few fields or too many. */
function reportCells(row: {
  fields: readonly string[];
  width: number;
  line: number;
  reason: string;
}): string[] {
  const { fields, width, line, reason } = row;
  const own = Array.from({ length: width }, (_, index) => fields[index] ?? '');
  return [...own, String(line), reason, ...fields.slice(width)];
}

function csvLine(cells: readonly string[]): string {
  return `${cells.map(csvCell).join(',')}\r\n`;
}

const formulaStarts = new Set('=+-@\t\0＝＋－＠');

/** Spreadsheets run what begins like a formula; plain numbers are none, and longitudes begin with a minus. */
function csvCell(text: string): string {
  const guarded = formulaStarts.has(text.charAt(0)) && !/^[+-]?\d+(\.\d+)?$/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}
