import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { buffersOf } from '../decode/byte-reader.ts';
import { InvalidFileError } from '../decode/invalid-file.ts';
import type { StoredImport } from '../record/import-record.ts';
import type { JobPorts } from '../../core/context.ts';

export async function openUpload(
  { stateFiles }: Pick<JobPorts, 'stateFiles'>,
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
