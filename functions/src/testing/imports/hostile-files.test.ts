import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { InvalidFileError } from '../../imports/decode/invalid-file.ts';
import { NotUtf8Error, readSourceText } from '../../imports/decode/source-text.ts';
import { newAddressScan } from '../../features/address-import/build/scan.ts';
import { recognizeFile } from '../../features/address-import/parse/recognize-file.ts';
import { isLong, seeded } from '../faults/run-size.ts';
import { noReport, unstopped } from './read-addresses.ts';
import { zipOf } from './zip-of.ts';

const FILES = isLong ? 2_000 : 20;
/** CPU time of this process, because others on the machine must not count. */
const MAX_CPU_MS = 10_000;
const MAX_MEMORY = 300 * 1024 * 1024;

const random = seeded('hostile files');
const header = 'number,street,city,district,region,postcode\n';
const row = '12,MAIN ST,Avon,Hartford,CT,06001\n';
const noise = (length: number) => Buffer.from(Array.from({ length }, () => random.between(0, 255)));
const text = (content: string) => Buffer.from(content);

/** Each kind of file has broken some importer; its size is random. */
const kinds = [
  (size: number) => noise(size),
  (size: number) => Buffer.concat([text(header), noise(size)]),
  (size: number) => text(header + row.repeat(size) + `1,"${'never closed\n'.repeat(size * 20)}`),
  (size: number) => text(header + '1,"opens\n'.repeat(size * 20)),
  (size: number) => text(header + 'x"a,"b\n'.repeat(size * 20)),
  (size: number) => text(header + '"""\n""""\n'.repeat(size * 20)),
  (size: number) => text(header + 'x'.repeat(size * 2_000)),
  (size: number) => text(header + ','.repeat(size * 2_000)),
  (size: number) => text('a,'.repeat(size * 100) + '\n' + row.repeat(size)),
  (size: number) => text(header + '\n'.repeat(size * 2_000)),
  (size: number) => text(header + row.repeat(size).replaceAll('\n', '\r')),
  (size: number) => text(header + `${'9'.repeat(size)},${'Ä'.repeat(size)},,,CT,06001\n`.repeat(20)),
  (size: number) => gzipSync(Buffer.alloc(size * 100_000)),
  (size: number) => gzipSync(text(header + row.repeat(size))).subarray(0, 20 + size),
  (size: number) => gzipSync(gzipSync(text(header + row.repeat(size)))),
  (size: number) => Buffer.concat([Buffer.of(0xff, 0xfe), noise(size)]),
  (size: number) => Buffer.concat([Buffer.of(0xfe, 0xff), noise(size | 1)]),
  (size: number) =>
    Buffer.concat([text(header + row.repeat(3_000)), Buffer.of(0xff), text(row.repeat(size))]),
  (size: number) => text(`{"type":"FeatureCollection","x":${'['.repeat(size * 100)}`),
  (size: number) => text(`PK\u0003\u0004${'x'.repeat(size)}`),
  (size: number) => zipOf({ name: 'a.csv', content: Buffer.alloc(size * 100_000) }),
  (size: number) => zipOf({ name: 'a.csv', content: text(header + row.repeat(size)) }).subarray(0, 20 + size),
  (size: number) => {
    const zip = zipOf({ name: 'a.csv', content: text(header + row.repeat(size)), streamed: 4 });
    zip.writeUInt8(random.between(0, 255), random.between(4, zip.length - 1));
    return zip;
  },
] as const;

test(`each of ${FILES} hostile files ends, with a reason or with counts that add up`, async () => {
  let slowestMs = 0;
  for (let file = 0; file < FILES; file++) {
    const bytes = (kinds[file % kinds.length] ?? noise)(random.between(1, 1_000));
    const began = process.cpuUsage();
    const ended = await importOf(bytes);
    const { user, system } = process.cpuUsage(began);
    slowestMs = Math.max(slowestMs, (user + system) / 1000);
    expect(ended.reason === undefined ? ended.sum : ended.reason.length).toBeGreaterThan(0);
    expect(ended.rows).toBe(ended.sum);
  }
  expect(slowestMs).toBeLessThan(MAX_CPU_MS);
  expect(process.memoryUsage().arrayBuffers).toBeLessThan(MAX_MEMORY);
}, 3_600_000);

async function importOf(bytes: Buffer, encoding?: 'windows-1252') {
  let scan: ReturnType<typeof newAddressScan> | undefined;
  const ended = (reason?: string) => {
    const {
      rows = 0,
      accepted = 0,
      units = 0,
      duplicates = 0,
      skipped = 0,
      rejected = 0,
    } = scan?.counts ?? {};
    return { reason, rows, sum: accepted + units + duplicates + skipped + rejected };
  };
  try {
    const source = await readSourceText(Readable.from([bytes], { objectMode: true }), { encoding });
    const file = recognizeFile(source);
    if (file.problem) throw file.problem;
    scan = newAddressScan(source, { file, state: 'CT' });
    await scan.run({ report: noReport, ...unstopped });
    return ended();
  } catch (error) {
    if (error instanceof NotUtf8Error) return importOf(bytes, 'windows-1252');
    if (error instanceof InvalidFileError) return ended(error.message);
    throw error;
  }
}
