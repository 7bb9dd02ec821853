import { isNationalList } from '@handoff/shared/domain/address/file-subject';
import { AddressState } from '@handoff/shared/domain/address/us-state';
import { openRejectReport } from '../build/reject-report.ts';
import { newScan, type Scan } from '../build/scan.ts';
import type { NamedZip } from '../build/zip-document.ts';
import type { Encoding } from '../decode/file-start.ts';
import { InvalidFileError } from '../decode/invalid-file.ts';
import { NotUtf8Error, readSourceText, type SourceText } from '../decode/source-text.ts';
import { newListScan } from '../lists/list-scan.ts';
import { listFile } from '../lists/recognize-list.ts';
import { recognizeFile } from '../parse/recognize-file.ts';
import { noEarlierAddresses, readEarlierAddresses } from '../build/earlier-addresses.ts';
import type { ImportRun } from '../record/import-run.ts';
import type { StateSettings } from '../rules/state-settings.ts';
import { openUpload } from '../upload/open-upload.ts';

/** Reads the uploaded file to its end, reports its rejected rows, and gives its documents. */
export async function readUpload(run: ImportRun, settings: StateSettings): Promise<NamedZip[]> {
  try {
    return await readAs(undefined, run, settings);
  } catch (error) {
    if (error instanceof NotUtf8Error) return readAs('windows-1252', run, settings);
    throw error;
  }
}

async function readAs(
  encoding: Encoding | undefined,
  run: ImportRun,
  settings: StateSettings,
): Promise<NamedZip[]> {
  const { job, signal } = run;
  const { ImportId: importId } = run.record;
  const upload = await openUpload(job, run.record);
  try {
    const source = await readSourceText(upload.stream, { encoding, lends: true });
    const { scan, header, delimiter } = await recognized(source, run, settings);
    run.reading = { counts: scan.counts, bytesDone: () => source.bytesRead(), report: scan.report };
    const report = openRejectReport(job.blobs, { importId, header, delimiter });
    try {
      const zips = await scan.run({ report, signal, checkpoint: job.checkpoint });
      await report.close();
      return zips;
    } catch (error) {
      if (error instanceof InvalidFileError) await report.close();
      else report.abandon();
      throw error;
    }
  } catch (error) {
    upload.close();
    throw error;
  }
}

interface Recognized {
  scan: Scan;
  header: readonly string[];
  delimiter: string;
}

async function recognized(
  source: SourceText,
  run: ImportRun,
  { choice, rules }: StateSettings,
): Promise<Recognized> {
  const { job, partition } = run;
  const { State: subject } = run.record;
  const file = isNationalList(subject) ? listFile(subject, source) : recognizeFile(source, choice);
  run.format = { Format: file.format, Rules: rules };
  if (file.problem) throw file.problem;
  await job.checkpoint('import/recognized');
  const { delimiter } = file;
  if ('open' in file) return { scan: newListScan(source, file), header: file.header, delimiter };
  const state = AddressState.parse(subject);
  const isByTown = file.mapping.zip < 0;
  const earlier = isByTown ? await readEarlierAddresses(job, partition, state) : noEarlierAddresses;
  const scan = newScan(source, { file, state, rules, earlier });
  return { scan, header: file.mapping.header, delimiter };
}
