import { buffer } from 'node:stream/consumers';
import { looking, type WorkBudget } from '@handoff/shared/domain/work-budget';
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl';

type Refuse = (message: string, cause?: unknown) => Error;

const MOST_PARTS = 200;
const MOST_UNPACKED = 60 * 1024 * 1024;

/** Lists the parts of a zip in memory; undefined for more than `most`. */
export async function openZip(
  bytes: Uint8Array,
  most: number,
): Promise<{ zip: ZipFile; parts: Entry[] } | undefined> {
  const parts: Entry[] = [];
  const zip = await fromBufferPromise(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  for await (const part of zip.eachEntry()) if (parts.push(part) > most) return undefined;
  return { zip, parts };
}

/** Unpacks the files of a small zip; the reader refuses a part that is larger than its header says. */
export async function partsOfZip(
  bytes: Uint8Array,
  { refuse, budget }: { refuse: Refuse; budget: WorkBudget },
): Promise<{ name: string; content: Uint8Array }[]> {
  const unpacked: { name: string; content: Uint8Array }[] = [];
  try {
    const opened = await openZip(bytes, MOST_PARTS);
    if (!opened) throw refuse('This zip file has too many files.');
    const files = opened.parts.filter(({ fileName }) => !/\/$|^__MACOSX\//.test(fileName));
    if (files.reduce((sum, { uncompressedSize }) => sum + uncompressedSize, 0) > MOST_UNPACKED)
      throw refuse('This file is too large when unpacked.');
    for (const part of files) {
      budget.spend(1 + looking(part.uncompressedSize));
      // oxlint-disable-next-line no-await-in-loop -- one after another, so that only one is unpacked at a time
      const content = await buffer(await opened.zip.openReadStreamPromise(part));
      unpacked.push({ name: part.fileName, content });
    }
    return unpacked;
  } catch (cause) {
    if (cause instanceof Error && cause.name === 'AppError') throw cause;
    throw refuse('This zip file is damaged or incomplete.', cause);
  }
}
