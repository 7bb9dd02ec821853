import { execFile } from 'node:child_process';
import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { parse } from 'csv-parse';

// Measures how fast PostgreSQL bulk copies the same rows into one text table, without any rule of ours. It refuses a
// file with short rows and mixed line ends, so it gets one without those.

const run = promisify(execFile);

/**
 * Returns rows per second of PostgreSQL, or why there is no number. It is the server that the `PG…` variables name.
 */
export const copyBeside = async (dirtyFile: string): Promise<number | string> =>
  byPostgres(await cleanCopyOf(dirtyFile));

interface Copying {
  file: string;
  rows: number;
  columns: readonly string[];
}

async function cleanCopyOf(dirtyFile: string): Promise<Copying> {
  const file = `${dirtyFile}.clean`;
  const rules = { relax_column_count: true, relax_quotes: true, record_delimiter: ['\r\n', '\n'], bom: true };
  let columns: readonly string[] = [];
  let rows = 0;
  await pipeline(
    createReadStream(dirtyFile),
    parse(rules),
    async function* (records: AsyncIterable<string[]>) {
      for await (const record of records) {
        if (columns.length === 0) columns = record;
        else if (record.length === columns.length) rows++;
        else continue;
        yield `${record.map((field) => `"${field.replaceAll('"', '""')}"`).join(',')}\n`;
      }
    },
    createWriteStream(file),
  );
  return { file, rows, columns };
}

const byPostgres = ({ file, rows, columns }: Copying) =>
  timed(rows, 'psql', [
    '--quiet',
    '--no-psqlrc',
    '--no-password',
    '--set=ON_ERROR_STOP=1',
    `--command=CREATE TEMP TABLE addresses (${textColumns(columns)})`,
    `--command=\\copy addresses FROM ${quoted(file)} WITH (FORMAT csv, HEADER)`,
  ]);

const textColumns = (columns: readonly string[]) =>
  columns.map((name) => `"${name.replaceAll('"', '""')}" text`).join(', ');
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;

async function timed(rows: number, command: string, args: readonly string[]): Promise<number | string> {
  const began = performance.now();
  try {
    await run(command, args);
  } catch (error) {
    return missing(command, error);
  }
  return Math.round(rows / ((performance.now() - began) / 1000));
}

function missing(command: string, error: unknown): string {
  if (!(error instanceof Error)) return 'missing';
  if ('code' in error && error.code === 'ENOENT') return `missing: ${command} is not installed`;
  const said = 'stderr' in error && typeof error.stderr === 'string' ? error.stderr : error.message;
  return `missing: ${said.split('\n')[0] ?? ''}`;
}
