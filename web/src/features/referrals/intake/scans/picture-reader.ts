import { createWorker, OEM, PSM } from 'tesseract.js';
// oxlint-disable-next-line import/default -- an address, which Vite makes
import languageUrl from '@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz?url';
import coreUrl from 'tesseract.js-core/tesseract-core-simd-lstm.wasm.js?url';
import workerUrl from 'tesseract.js/dist/worker.min.js?url';
import { folderOf } from '../../documents/asset-folder.ts';
import type { PictureLine } from './picture-words.ts';

// Loads Tesseract, its data of English and its worker, five megabytes, only when a scanned page is read.

export interface PictureReader {
  read: (picture: HTMLCanvasElement) => Promise<ReadPicture>;
  /** Frees the memory, also while a picture is read. */
  close: () => void;
}

export interface ReadPicture {
  lines: readonly PictureLine[];
  /** From 0 to 100; low on a page that is upside down. */
  confidence: number;
}

/** Its worker may load only files served with the application: its headers are in infra/local/web/headers.ts. */
export async function openPictureReader(): Promise<PictureReader> {
  const worker = await createWorker('eng', OEM.LSTM_ONLY, {
    workerPath: workerUrl,
    workerBlobURL: false,
    corePath: coreUrl,
    langPath: folderOf(languageUrl),
    cacheMethod: 'none',
    // The rejected promise says the same.
    errorHandler: () => undefined,
  });
  // A form has words anywhere, and their places make the lines and columns.
  await worker.setParameters({
    tessedit_pageseg_mode: PSM.SPARSE_TEXT,
    user_defined_dpi: '200',
    // Browsers show its remarks as errors.
    debug_file: '/dev/null',
  });
  return {
    async read(picture) {
      const { data } = await worker.recognize(picture, {}, { blocks: true, text: false });
      const lines = (data.blocks ?? []).flatMap(({ paragraphs }) =>
        paragraphs.flatMap((paragraph) => paragraph.lines),
      );
      return { lines, confidence: data.confidence };
    },
    close: () => void worker.terminate(),
  };
}
