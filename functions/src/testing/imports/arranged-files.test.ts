import { Readable } from 'node:stream';
import { noProgress } from '@handoff/shared/domain/address/import-progress';
import { expect, test } from 'vitest';
import { addressFiles } from '../../features/address-import/address-files.ts';
import { newAddressScan } from '../../features/address-import/build/scan.ts';
import { addressLines } from '../../features/address-import/build/zip-document.ts';
import { InvalidFileError } from '../../imports/decode/invalid-file.ts';
import { readSourceText } from '../../imports/decode/source-text.ts';
import { recognizeFile } from '../../features/address-import/parse/recognize-file.ts';
import { reasonToHold } from '../../imports/publish/version-diff.ts';
import { isLong, seeded } from '../faults/run-size.ts';
import { arrangedFile } from './arranged-file.ts';
import { noReport, unstopped } from './read-addresses.ts';

const FILES = isLong ? 2_000 : 200;
/** Holding everything for a person would be right as well, and of no use. */
const LEAST_READ = 0.85;

/** The addresses that go live without a person, or why they do not. */
async function imported(text: string): Promise<{ addresses: string[]; rejected: number } | { held: string }> {
  try {
    const source = await readSourceText(Readable.from([Buffer.from(text)]));
    const file = recognizeFile(source);
    if (file.problem) return { held: file.problem.message };
    const scan = newAddressScan(source, { file, state: 'CT' });
    const zips = await scan.run({ report: noReport, ...unstopped });
    const read = { Format: file.format, Progress: { ...noProgress, ...scan.counts } };
    const held = reasonToHold(read, addressFiles);
    if (held !== undefined) return { held };
    return {
      rejected: scan.counts.rejected,
      addresses: zips.flatMap((zip) =>
        addressLines(zip.content()).map((address) => `${address} ${zip.code}`),
      ),
    };
  } catch (error) {
    if (error instanceof InvalidFileError) return { held: error.message };
    throw error;
  }
}

test(`${FILES} files with the parts of addresses in drawn columns are read right, or wait for a person`, async () => {
  const random = seeded('arranged files');
  const wrong: string[] = [];
  const held: string[] = [];
  for (let file = 0; file < FILES; file++) {
    const { text, expected } = arrangedFile(random);
    const found = await imported(text);
    const start = text.split('\n', 3).join('\n');
    if ('held' in found) held.push(`${start}\n${found.held}`);
    else {
      const missing = expected.filter((address) => !found.addresses.includes(address));
      const other = found.addresses.filter((address) => !expected.includes(address));
      // A rejected row is in the report.
      if (missing.length > found.rejected || other.length > 0)
        wrong.push(
          `${start}\nmissing ${missing.slice(0, 4).join(' | ')}\nfound ${other.slice(0, 4).join(' | ')}`,
        );
    }
  }
  console.log(`${held.length} of ${FILES} files wait for a person`);
  expect(wrong).toEqual([]);
  expect(held.length).toBeLessThan(FILES * (1 - LEAST_READ));
}, 3_600_000);
