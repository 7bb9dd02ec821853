import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { RejectReason } from '@handoff/shared/domain/address/state-file-import';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import { stringify } from 'csv-stringify/sync';
import type { BlobStore } from '../../../platform/ports.ts';

export const rejectReportName = (importId: string) => `${importId}/rejects.csv`;

export interface RejectReport {
  add(row: { fields: readonly string[]; line: number; reason: RejectReason }): void;
  /** Waits until the rows so far are on their way; undefined when there is nothing to wait for. */
  flush(): Promise<unknown> | undefined;
  close(): Promise<void>;
  /** Leaves whatever report was there before. */
  abandon(): void;
}

/** The rejected rows with their own columns, so that they can be corrected and uploaded again. No row, no report. */
export function openRejectReport(
  blobs: BlobStore,
  { importId, header }: { importId: string; header: readonly string[] },
): RejectReport {
  let text: PassThrough | undefined;
  let upload: Promise<void> = Promise.resolve();
  /** Written many at once: csv-stringify costs most where it begins. */
  let waiting: string[][] = [];

  function begin(): PassThrough {
    const stream = new PassThrough();
    upload = blobs.putStream('import-reports', rejectReportName(importId), {
      stream,
      type: 'text/csv; charset=utf-8',
    });
    upload.catch(() => {});
    stream.write(stringify([[...header, '_line', '_reason']], csvFormat));
    return stream;
  }

  function write(): void {
    if (waiting.length === 0) return;
    text ??= begin();
    text.write(stringify(waiting, { ...csvFormat, bom: false }));
    waiting = [];
  }

  return {
    add({ fields, line, reason }) {
      waiting.push(reportCells({ fields, width: header.length, line, reason }));
    },
    flush() {
      write();
      return text?.writableNeedDrain ? Promise.race([once(text, 'drain'), upload]) : undefined;
    },
    async close() {
      write();
      text?.end();
      await upload;
    },
    abandon: () => text?.destroy(new Error('The report is written anew')),
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
  const missing = Math.max(0, width - fields.length);
  const own = missing === 0 ? fields.slice(0, width) : [...fields, ...Array<string>(missing).fill('')];
  return own.concat(String(line), reason, fields.slice(width));
}
