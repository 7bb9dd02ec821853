import * as ort from 'onnxruntime-web/wasm';
import type { Alphabet } from './line-words.ts';
import type { ScanModels } from './read-picture.ts';

/** The networks of PP-OCRv4 and the signs that the second one knows, one a line. */
interface ModelFiles {
  /** Addresses, or the networks themselves. */
  finds: string | Uint8Array;
  reads: string | Uint8Array;
  keys: string;
}

export async function loadModels({ finds, reads, keys }: ModelFiles): Promise<ScanModels> {
  // One after the other, because the memory of WebAssembly never shrinks.
  const finder = await sessionOf(finds);
  const reader = await sessionOf(reads);
  return {
    find: (input, size) => run(finder, input, size),
    read: (input, size) => run(reader, input, size),
    alphabet: alphabetOf(keys),
  };
}

/** The signs of English out of those of Chinese and English, of full width or not; the space comes last. */
function alphabetOf(lines: string): Alphabet {
  const signs = [...lines.trimEnd().split(/\r?\n/), ' '].map((key) => key.normalize('NFKC'));
  // The number 0 is no sign.
  return new Map(signs.flatMap((sign, at) => (/^[ -~]+$/.test(sign) ? [[at + 1, sign] as const] : [])));
}

function sessionOf(model: string | Uint8Array): Promise<ort.InferenceSession> {
  // An arena keeps what a large page took.
  const options = { enableMemPattern: false, enableCpuMemArena: false };
  return typeof model === 'string'
    ? ort.InferenceSession.create(model, options)
    : ort.InferenceSession.create(model, options);
}

async function run(session: ort.InferenceSession, input: Float32Array, { width, height }: Size) {
  const [name = ''] = session.inputNames;
  const tensor = new ort.Tensor('float32', input, [1, 3, height, width]);
  const output = Object.values(await session.run({ [name]: tensor }))[0];
  const values = await output?.getData(true);
  if (!(values instanceof Float32Array)) throw new Error('The reader of scans gave no numbers');
  return values;
}

interface Size {
  width: number;
  height: number;
}
