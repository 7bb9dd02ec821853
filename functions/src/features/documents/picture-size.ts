import { tiffDirectories } from '@handoff/shared/domain/referral/tiff-directories';
import type { WorkBudget } from '@handoff/shared/domain/work-budget';

/**
 * Reads how many pixels a picture has from its headers, the largest page of a TIFF, because a program that shows it
 * allocates memory for all of them. Returns 0 where the headers do not say: such a picture is damaged.
 */
export function pixelsOf(extension: Picture, bytes: Uint8Array, budget: WorkBudget): number {
  try {
    return readers[extension](new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength), budget);
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

const readers = { png: pixelsOfPng, jpg: pixelsOfJpeg, tiff: pixelsOfTiff };
type Picture = keyof typeof readers;
export const isPicture = (extension: string): extension is Picture => Object.hasOwn(readers, extension);

function pixelsOfPng(view: DataView): number {
  return view.getUint32(16) * view.getUint32(20);
}

/** Segments as in ITU-T T.81, annex B: a marker, and for most of them a length; a frame header has the size. */
function pixelsOfJpeg(view: DataView, budget: WorkBudget): number {
  for (let at = 2; ;) {
    budget.spend(1);
    const marker = view.getUint16(at);
    if (isFrameHeader(marker)) return view.getUint16(at + 5) * view.getUint16(at + 7);
    if (marker === 0xff_ff) at += 1;
    else if (marker < 0xff_00 || marker === START_OF_SCAN) return 0;
    else at += isAlone(marker) ? 2 : 2 + view.getUint16(at + 2);
  }
}

const START_OF_SCAN = 0xff_da;
const isAlone = (marker: number) => marker === 0xff_01 || (marker >= 0xff_d0 && marker <= 0xff_d8);
/** C4, C8 and CC among them are tables and extensions. */
const isFrameHeader = (marker: number) =>
  marker >= 0xff_c0 && marker <= 0xff_cf && ![0xff_c4, 0xff_c8, 0xff_cc].includes(marker);

function pixelsOfTiff({ buffer, byteOffset, byteLength }: DataView, budget: WorkBudget): number {
  return tiffDirectories(new Uint8Array(buffer, byteOffset, byteLength), budget).reduce((most, page) => {
    const [width = 0] = page(256);
    const [length = 0] = page(257);
    return Math.max(most, width * length);
  }, 0);
}
