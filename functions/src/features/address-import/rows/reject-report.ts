import { once } from 'node:events';
import type { RejectReason } from '@handoff/shared/domain/address/state-file-import';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import { stringify, type Stringifier } from 'csv-stringify';
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
  let rows: Stringifier | undefined;
  let upload: Promise<void> = Promise.resolve();

  function begin(): Stringifier {
    const stream = stringify(csvFormat);
    upload = blobs.putStream('import-reports', rejectReportName(importId), {
      stream,
      type: 'text/csv; charset=utf-8',
    });
    upload.catch(() => {});
    stream.write([...header, '_line', '_reason']);
    return stream;
  }

  return {
    add({ fields, line, reason }) {
      rows ??= begin();
      rows.write(reportCells({ fields, width: header.length, line, reason }));
    },
    flush: () => (rows?.writableNeedDrain ? Promise.race([once(rows, 'drain'), upload]) : undefined),
    async close() {
      rows?.end();
      await upload;
    },
    abandon: () => rows?.destroy(new Error('The report is written anew')),
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
