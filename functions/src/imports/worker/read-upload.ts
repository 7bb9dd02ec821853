import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffersOf } from '../decode/byte-reader.ts';
import type { FileKind } from '../read/file-kind.ts';
import { openRejectReport } from '../read/reject-report.ts';
import type { NamedDocument } from '../read/version-documents.ts';
import type { Encoding } from '../decode/file-start.ts';
import { InvalidFileError } from '../decode/invalid-file.ts';
import { NotUtf8Error, readSourceText } from '../decode/source-text.ts';
import type { FileSettings } from '../record/file-settings.ts';
import type { ImportRun } from '../record/import-run.ts';
import type { StoredImport } from '../record/import-record.ts';
import type { ImportJob } from '../import-ports.ts';

interface Reading {
  kind: FileKind;
  settings: FileSettings;
  encoding?: Encoding;
}

/** Reads the uploaded file to its end, reports its rejected rows, and gives its documents. */
export async function readUpload(run: ImportRun, reading: Reading): Promise<NamedDocument[]> {
  try {
    return await readOnce(run, reading);
  } catch (error) {
    if (error instanceof NotUtf8Error) return readOnce(run, { ...reading, encoding: 'windows-1252' });
    throw error;
  }
}

async function readOnce(run: ImportRun, { kind, settings, encoding }: Reading): Promise<NamedDocument[]> {
  const { job, signal } = run;
  const { ImportId: importId } = run.record;
  const upload = await openUpload(job, run.record);
  try {
    const source = await readSourceText(upload.stream, { encoding, lends: true });
    const { format, header, delimiter, problem, open } = kind.recognize(source, run, settings);
    run.format = { Format: format, Rules: settings.rules };
    if (problem) throw problem;
    await job.checkpoint('import/recognized');
    const scan = await open();
    run.reading = { counts: scan.counts, bytesDone: () => source.bytesRead(), report: scan.report };
    const report = openRejectReport(job.blobs, { importId, header, delimiter });
    try {
      const documents = await scan.run({ report, signal, checkpoint: job.checkpoint });
      await report.close();
      return documents;
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

async function openUpload(
  { stateFiles }: Pick<ImportJob, 'stateFiles'>,
  { BlobName, Head, SourceSha256 }: StoredImport,
): Promise<{ stream: AsyncIterable<unknown>; close: () => void }> {
  const blob = await stateFiles.open(BlobName);
  if (!blob) throw new InvalidFileError('The uploaded file is gone. Upload it again.');
  const { stream } = blob;
  return {
    // The server has hashed a file that came in one piece; one that came in blocks is checked while it is read.
    stream: Head === null ? stream : checked(stream, SourceSha256),
    close: () => void stream.destroy(),
  };
}

async function* checked(stream: Readable, sha256: string): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of buffersOf(stream)) {
    hash.update(chunk);
    yield chunk;
  }
  if (hash.digest('hex') !== sha256)
    throw new InvalidFileError('The file was damaged on its way. Upload it again.');
}
