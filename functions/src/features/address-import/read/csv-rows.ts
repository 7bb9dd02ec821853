import { parse, type Parser } from 'csv-parse';
import { unixLineEnds } from './line-ends.ts';

/** An address never needs as much; it bounds what a quote that never closes can swallow. */
const MAX_RECORD_CHARACTERS = 64 * 1024;
/** After a restart small pieces are fed at first, so that a file full of stray quotes is not parsed many times over. */
const CAUTIOUS_BYTES = 4 * 1024;

export interface RowSink {
  /** `line` is the physical line the record begins at; line breaks inside quotes count. */
  row(fields: string[], line: number): void;
  /** A line that no record could be read from. */
  unreadable(text: string, line: number): void;
  /** Awaited after each piece of the file. */
  pause(): Promise<void> | undefined;
}

interface Options {
  delimiter: string;
  /** How many fields a record should have. */
  width: number;
}

/**
 * Reads records one by one, header included. A quote that never closes, or that closes many lines later and leaves a
 * record of another width, costs its own line only: reading starts again at the next one.
 */
export async function readCsvRows(
  chunks: AsyncIterable<Buffer>,
  { delimiter, width, sink }: Options & { sink: RowSink },
): Promise<void> {
  let run = startRun({ delimiter, width, sink, line: 1 });
  const feed = async (chunk: Buffer) => {
    let piece = chunk;
    while (piece.length > 0) {
      const bytes = run.cautious ? piece.subarray(0, CAUTIOUS_BYTES) : piece;
      piece = piece.subarray(bytes.length);
      await run.write(bytes);
      if (run.broken()) piece = Buffer.concat([await recover(), piece]);
    }
  };
  const recover = async (): Promise<Buffer> => {
    const rest = run.unread();
    const end = rest.indexOf(0x0a);
    const line = end < 0 ? rest : rest.subarray(0, end);
    sink.unreadable(line.toString('utf8'), run.line());
    run = startRun({ delimiter, width, sink, line: run.line() + 1, skippingLine: end < 0 });
    return Buffer.from(end < 0 ? Buffer.alloc(0) : rest.subarray(end + 1));
  };
  for await (const chunk of unixLineEnds(chunks)) {
    await feed(chunk);
    await sink.pause();
  }
  await run.end();
  while (run.broken()) {
    await feed(await recover());
    await run.end();
  }
}

interface Run {
  cautious: boolean;
  write(bytes: Buffer): Promise<void>;
  end(): Promise<void>;
  broken(): boolean;
  /** The line of the record that is being read. */
  line(): number;
  /** Everything behind the last record that was read. */
  unread(): Buffer;
}

/** One csv-parse parser, from the beginning of a line to the end of the file or to what it cannot read. */
function startRun({
  delimiter,
  width,
  sink,
  line: firstLine,
  skippingLine = false,
}: Options & { sink: RowSink; line: number; skippingLine?: boolean }): Run {
  const parser = parse({
    delimiter,
    relax_column_count: true,
    relax_quotes: true,
    // Without it the first line end decides for the file.
    record_delimiter: '\n',
    max_record_size: MAX_RECORD_CHARACTERS,
  });
  let line = firstLine;
  let parserLine = parser.info.lines;
  let readBytes = 0;
  let broken = false;
  let written = 0;
  let kept: Buffer[] = [];
  let keptFrom = 0;
  let skipping = skippingLine;

  parser.on('data', (fields: string[]) => {
    if (broken) return;
    const lines = parser.info.lines;
    // csv-parse counts one per record, and more only when line breaks stand inside it.
    const inner = lines - parserLine > 1 ? lineBreaksIn(fields) : 0;
    if (inner > 0 && (fields.length !== width || fields.some(beginsWithStrayQuote))) {
      broken = true;
      return;
    }
    parserLine = lines;
    readBytes = parser.info.bytes;
    if (fields.length > 1 || fields[0] !== '') sink.row(fields, line);
    line += 1 + inner;
  });
  parser.on('error', () => {
    broken = true;
  });

  function forgetRead(): void {
    let first = kept[0];
    while (first && keptFrom + first.length <= readBytes) {
      keptFrom += first.length;
      kept.shift();
      first = kept[0];
    }
  }

  return {
    get cautious() {
      return firstLine > 1 && written < MAX_RECORD_CHARACTERS;
    },
    async write(chunk) {
      let bytes = chunk;
      if (skipping) {
        const end = bytes.indexOf(0x0a);
        if (end < 0) return;
        bytes = bytes.subarray(end + 1);
        skipping = false;
      }
      if (bytes.length === 0) return;
      kept.push(bytes);
      written += bytes.length;
      await writeTo(parser, bytes);
      forgetRead();
    },
    async end() {
      await endOf(parser);
    },
    broken: () => broken,
    line: () => line,
    unread() {
      const all = Buffer.concat(kept);
      kept = [];
      return all.subarray(readBytes - keptFrom);
    },
  };
}

/** A quote kept as text at the beginning of a field over many lines: another stray one closed it further down. */
function beginsWithStrayQuote(field: string): boolean {
  return field.startsWith('"') && field.includes('\n');
}

function lineBreaksIn(fields: readonly string[]): number {
  let count = 0;
  for (const field of fields)
    for (let at = field.indexOf('\n'); at >= 0; at = field.indexOf('\n', at + 1)) count++;
  return count;
}

/** The callback comes when the parser has gone through all of it, with the error if it stopped. */
function writeTo(parser: Parser, bytes: Buffer): Promise<void> {
  return new Promise((resolve) => {
    parser.write(bytes, () => resolve());
  });
}

function endOf(parser: Parser): Promise<void> {
  return new Promise((resolve) => {
    if (parser.destroyed) {
      resolve();
      return;
    }
    parser.once('close', () => resolve());
    parser.end();
  });
}
