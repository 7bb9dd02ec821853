import { openRejectReport } from '../build/reject-report.ts';
import { newScan } from '../build/scan.ts';
import type { NamedZip } from '../build/zip-document.ts';
import type { Encoding } from '../decode/file-start.ts';
import { InvalidFileError } from '../decode/invalid-file.ts';
import { NotUtf8Error, readSourceText } from '../decode/source-text.ts';
import { recognizeFile } from '../parse/recognize-file.ts';
import { noEarlierAddresses, readEarlierAddresses } from '../places/earlier-addresses.ts';
import type { ImportRun } from '../record/import-run.ts';
import type { StateSettings } from '../rules/state-settings.ts';
import { openUpload } from '../upload/open-upload.ts';

/** Reads the uploaded file to its end, reports its rejected rows, and gives the documents of its ZIP codes. */
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
  { choice, rules }: StateSettings,
): Promise<NamedZip[]> {
  const { job, signal } = run;
  const { ImportId: importId, State: state } = run.record;
  const upload = await openUpload(job, run.record);
  try {
    const source = await readSourceText(upload.stream, { encoding, lends: true });
    const file = recognizeFile(source, choice);
    run.format = { Format: file.format, Rules: rules };
    if (file.problem) throw file.problem;
    await job.checkpoint('import/recognized');
    const isByTown = file.mapping.zip < 0;
    const earlier = isByTown ? await readEarlierAddresses(job, run.partition, state) : noEarlierAddresses;
    const scan = newScan(source, { file, state, rules, earlier });
    run.reading = { counts: scan.counts, bytesDone: () => source.bytesRead(), report: scan.report };
    const { mapping, delimiter } = file;
    const report = openRejectReport(job.blobs, { importId, header: mapping.header, delimiter });
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
