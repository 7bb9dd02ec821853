import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import type { ListRejectReason, RejectReason } from '@handoff/shared/domain/address/import-progress';
import { csvFormat } from '@handoff/shared/domain/records/csv';
import type { BlobStore } from '../../platform/ports.ts';

export const rejectReportName = (importId: string) => `${importId}/rejects.csv`;

export interface RejectedRow {
  fields: readonly string[];
  line: number;
  reason: RejectReason | ListRejectReason;
  /** The line of the file, unless it has a quote. */
  text?: string | undefined;
}

export interface RejectReport {
  add(row: RejectedRow): void;
  /** Adds lines that `rejectLine` would make. */
  addLines(lines: string): void;
  /** Waits until the rows so far are on their way; undefined when there is nothing to wait for. */
  flush(): Promise<unknown> | undefined;
  close(): Promise<void>;
  /** Leaves the report that was stored before. */
  abandon(): void;
}

/** No one corrects more rows by hand. A report ends after this much, and says how many rows it leaves out. */
const MAX_REPORT_BYTES = 16 * 1024 * 1024;

/** Keeps the columns of the rejected rows, so that they can be corrected and uploaded again. Without rows there is no report. */
export function openRejectReport(
  blobs: Pick<BlobStore, 'putStream'>,
  {
    importId,
    header,
    delimiter,
    maxBytes = MAX_REPORT_BYTES,
  }: { importId: string; header: readonly string[]; delimiter: string; maxBytes?: number },
): RejectReport {
  let text: PassThrough | undefined;
  let upload: Promise<void> = Promise.resolve();
  let pending = '';
  let bytes = 0;
  let leftOut = 0;
  const isFull = () => bytes >= maxBytes;

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
    if (pending === '') return;
    text ??= begin();
    text.write(pending);
    bytes += Buffer.byteLength(pending);
    pending = '';
  }

  function sayLeftOut(): void {
    if (leftOut === 0) return;
    const rows = leftOut === 1 ? '1 more row was' : `${leftOut} more rows were`;
    pending = reportLine([`${rows} rejected. This report has the first ones only.`]);
    write();
  }

  return {
    add(row) {
      if (isFull()) leftOut++;
      else pending += rejectLine(row, { width: header.length, delimiter });
    },
    addLines(lines) {
      if (isFull()) leftOut += lines.split('\n').length - 1;
      else pending += lines;
    },
    flush() {
      write();
      return text?.writableNeedDrain ? Promise.race([once(text, 'drain'), upload]) : undefined;
    },
    async close() {
      write();
      sayLeftOut();
      text?.end();
      await upload;
    },
    abandon: () => text?.destroy(new Error('The report is written again')),
  };
}

const BYTE_ORDER_MARK = '\uFEFF';

/** Matches a line whose cells need quotes, trimming or a guard against formulas. */
const unsafe =
  // oxlint-disable-next-line no-control-regex -- they are looked for
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029";]|(?:^|,)(?:\s|[=@＝＋－＠]|[+-](?!\d+(?:\.\d+)?(?:,|$)))|\s(?:,|$)/;

/** Most rows are reported as their own line, because cutting it into cells would cost more than reading it did. */
export function rejectLine(
  { fields, line, reason, text }: RejectedRow,
  { width, delimiter }: { width: number; delimiter: string },
): string {
  const isOwnLine = text !== undefined && delimiter === ',' && fields.length === width;
  if (isOwnLine && !unsafe.test(text)) return `${text},${line},${reason}\r\n`;
  return reportLine(reportCells({ fields, width, line, reason }));
}

/** Writes what csv-stringify writes with `csvFormat`, which would take a third of the time of an import. */
export function reportLine(cells: readonly string[]): string {
  return `${cells.map((cell) => quoted(csvFormat.cast.string(cell))).join()}\r\n`;
}

/** `csvFormat` has replaced commas and line breaks. */
const quoted = (cell: string) => (/[";]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Line and reason keep their columns when the row has too few or too many fields. */
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
