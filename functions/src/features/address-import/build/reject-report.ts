import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { RejectReason } from '@handoff/shared/domain/address/state-file-import';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import type { BlobStore } from '../../../platform/ports.ts';

export const rejectReportName = (importId: string) => `${importId}/rejects.csv`;

export interface RejectedRow {
  fields: readonly string[];
  line: number;
  reason: RejectReason;
  /** As it stands in the file, where no quote is in it. */
  text?: string | undefined;
}

export interface RejectReport {
  add(row: RejectedRow): void;
  /** Lines of it, as `rejectLine` makes them. */
  addLines(lines: string): void;
  /** Waits until the rows so far are on their way; undefined when there is nothing to wait for. */
  flush(): Promise<unknown> | undefined;
  close(): Promise<void>;
  /** Leaves whatever report was there before. */
  abandon(): void;
}

/** The rejected rows with their own columns, so that they can be corrected and uploaded again. No row, no report. */
export function openRejectReport(
  blobs: Pick<BlobStore, 'putStream'>,
  { importId, header, delimiter }: { importId: string; header: readonly string[]; delimiter: string },
): RejectReport {
  let text: PassThrough | undefined;
  let upload: Promise<void> = Promise.resolve();
  let waiting = '';

  function begin(): PassThrough {
    const stream = new PassThrough();
    upload = blobs.putStream('import-reports', rejectReportName(importId), {
      stream,
      type: 'text/csv; charset=utf-8',
    });
    upload.catch(() => {});
    stream.write(BYTE_ORDER_MARK + reportLine([...header, '_line', '_reason']));
    return stream;
  }

  function write(): void {
    if (waiting === '') return;
    text ??= begin();
    text.write(waiting);
    waiting = '';
  }

  return {
    add(row) {
      waiting += rejectLine(row, { width: header.length, delimiter });
    },
    addLines(lines) {
      waiting += lines;
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

const BYTE_ORDER_MARK = '\uFEFF';

/** Something in a line with commas that its cells may not keep as it is. */
const unsafe =
  // oxlint-disable-next-line no-control-regex -- they are looked for
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029";]|(?:^|,)(?:\s|[=@＝＋－＠]|[+-](?!\d+(?:\.\d+)?(?:,|$)))|\s(?:,|$)/;

/** Of most rows the line is their own, and cutting it up would cost more than reading it did. */
export function rejectLine(
  { fields, line, reason, text }: RejectedRow,
  { width, delimiter }: { width: number; delimiter: string },
): string {
  const isOwnLine = text !== undefined && delimiter === ',' && fields.length === width;
  if (isOwnLine && !unsafe.test(text)) return `${text},${line},${reason}\r\n`;
  return reportLine(reportCells({ fields, width, line, reason }));
}

/** What csv-stringify writes with `csvFormat`; it would take a third of the whole import. */
export function reportLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(csvFormat.cast.string(cell))).join()}\r\n`;
}

/** A cell has neither commas nor line breaks any more. */
const quoted = (cell: string) => (/[";]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

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
