import '../../../data/zod-config.ts';
import type { Word } from '@handoff/shared/reading/words';
import type { DocumentToWrite } from '../intake/pages/write-pdf.ts';

// Runs in a worker, which takes papers of strangers apart; in-paper-worker.ts asks it.

const tasks = {
  pdfOfTiff: async (bytes: Uint8Array) => (await import('./tiff.ts')).pdfOfTiff(bytes),
  readPacket: async (words: readonly Word[], isOnePatient: boolean) =>
    (await import('@handoff/shared/reading/read-document')).readPacket(words, { isOnePatient }),
  readText: async (text: string) => (await import('@handoff/shared/reading/read-document')).readText(text),
  writeDocuments: async (sources: ReadonlyMap<string, File>, documents: readonly DocumentToWrite[]) =>
    (await import('../intake/pages/write-pdf.ts')).writeDocuments(sources, documents),
};
export type PaperTasks = typeof tasks;

interface Asked {
  task: keyof PaperTasks;
  given: unknown[];
}

async function answer({ task, given }: Asked): Promise<void> {
  try {
    const run: (...given: never[]) => Promise<unknown> = tasks[task];
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- in-paper-worker.ts types what it sends
    postMessage({ value: await run(...(given as never[])) });
  } catch (error) {
    postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<Asked>) => void answer(data));
