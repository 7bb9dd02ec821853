import type { WorkBudget } from '../work-budget.ts';

/** The values of a page by the number of a tag; a ratio is a fraction. Throws a `RangeError` where the file ends early. */
export type TiffDirectory = (tag: number, otherwise?: number) => number[];

/** In bytes by type: a byte, 16 bits, a ratio and bytes without a meaning. All others are read as 32 bits. */
const sizes: Record<number, number> = { 1: 1, 3: 2, 5: 8, 7: 1 };

/** Looks at the first bytes alone, whatever the name of the file. */
export const isTiff = (bytes: Uint8Array): boolean =>
  ['II*\0', 'MM\0*'].includes(String.fromCodePoint(...bytes.subarray(0, 4)));

/**
 * Reads the directories of TIFF 6.0, section 2: one for each page, each with the offset of the next. Throws a `RangeError`
 * for directories or values that overlap or lead back to each other: a small file could have any number of them.
 */
export function tiffDirectories(bytes: Uint8Array, budget: WorkBudget): TiffDirectory[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isLittle = view.getUint16(0) === 0x49_49;
  const found: TiffDirectory[] = [];
  const directories = withinFile();
  const values = withinFile();
  for (let at = view.getUint32(4, isLittle); at !== 0;) {
    const count = view.getUint16(at, isLittle);
    directories(2 + count * 12 + 4);
    budget.spend(count + 1);
    found.push(directoryAt(at, count));
    at = view.getUint32(at + 2 + count * 12, isLittle);
  }
  return found;

  function directoryAt(at: number, count: number): TiffDirectory {
    const entries = new Map<number, number>();
    for (let entry = at + 2; entry < at + 2 + count * 12; entry += 12)
      entries.set(view.getUint16(entry, isLittle), entry);
    const read = new Map<number, number[]>();
    return (tag, otherwise) => {
      const entry = entries.get(tag);
      if (entry === undefined) return otherwise === undefined ? [] : [otherwise];
      const known = read.get(tag) ?? valuesAt(entry);
      read.set(tag, known);
      return known;
    };
  }

  function valuesAt(entry: number): number[] {
    const type = view.getUint16(entry + 2, isLittle);
    const count = view.getUint32(entry + 4, isLittle);
    const size = sizes[type] ?? 4;
    const start = count * size <= 4 ? entry + 8 : view.getUint32(entry + 8, isLittle);
    if (start + count * size > view.byteLength) throw new RangeError('The values end behind the file');
    values(count * size);
    budget.spend(count);
    return Array.from({ length: count }, (_, index) => valueAt(type, start + index * size));
  }

  function valueAt(type: number, at: number): number {
    if (type === 3) return view.getUint16(at, isLittle);
    if (type === 5) return view.getUint32(at, isLittle) / view.getUint32(at + 4, isLittle);
    return sizes[type] === 1 ? view.getUint8(at) : view.getUint32(at, isLittle);
  }

  /** Parts that do not overlap take no more bytes than the file has. */
  function withinFile(): (length: number) => void {
    let taken = 0;
    return (length) => {
      taken += length;
      if (taken > view.byteLength) throw new RangeError('Parts of the file overlap');
    };
  }
}
