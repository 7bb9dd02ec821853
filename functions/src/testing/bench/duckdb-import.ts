import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import * as z from 'zod';

// Measures how DuckDB reads the same file into one text table, and how it makes our result of it: the different house
// numbers of each street of each ZIP code, with their city and county. It leaves out what it cannot read.
// `npm install --no-save @duckdb/node-api` provides it: it has 70 MB, and only this measurement needs it.
const [file = ''] = process.argv.slice(2);
const name: string = '@duckdb/node-api';

interface Connection {
  run: (sql: string) => Promise<unknown>;
}
const DuckDb = z.object({
  DuckDBInstance: z.custom<{ create: (path: string) => Promise<{ connect: () => Promise<Connection> }> }>(),
});
const { DuckDBInstance } = DuckDb.parse(await import(name));
const header = (await firstLine(file)).replace('\uFEFF', '').split(',');
const source =
  `read_csv('${file.replaceAll("'", "''")}', auto_detect = false, header = true, delim = ',', quote = '"',` +
  ` columns = {${header.map((column) => `'${column.replaceAll('"', '').trim()}': 'VARCHAR'`).join(', ')}},` +
  ` escape = '"', strict_mode = false, ignore_errors = true)`;
const connection = await (await DuckDBInstance.create(':memory:')).connect();
const readSeconds = await cpuSecondsOf(`CREATE TABLE addresses AS SELECT * FROM ${source}`);
// Only the generated files have these columns.
const importSeconds = header.includes('POSTCODE') && (await cpuSecondsOf(importOf(source)));
console.log(JSON.stringify({ readSeconds, ...(importSeconds && { importSeconds }) }));

function importOf(rows: string): string {
  return `CREATE TABLE streets AS
    SELECT ZIP, STREET, list(DISTINCT "NUMBER" ORDER BY "NUMBER") AS Numbers, mode(CITY) AS City, mode(DISTRICT) AS County
    FROM (SELECT left(trim(POSTCODE), 5) AS ZIP, ${['STREET', 'NUMBER', 'CITY', 'DISTRICT'].map(text).join(', ')}
      FROM ${rows} WHERE regexp_matches(trim(POSTCODE), '^[0-9]{5}(-[0-9]{4})?$') AND trim(STREET) <> '' AND trim("NUMBER") <> '')
    GROUP BY ZIP, STREET`;
}

function text(column: string): string {
  return `upper(trim("${column}")) AS "${column}"`;
}

async function cpuSecondsOf(sql: string): Promise<number> {
  const before = process.cpuUsage();
  await connection.run(sql);
  const used = process.cpuUsage(before);
  return (used.user + used.system) / 1e6;
}

async function firstLine(path: string): Promise<string> {
  const lines = createInterface({ input: createReadStream(path) });
  for await (const line of lines) {
    lines.close();
    return line;
  }
  return '';
}
