/**
 * Reads how many pixels a picture has from its headers, the largest page of a TIFF, because a program that shows it
 * allocates memory for all of them. Returns 0 where the headers do not say.
 */
export function pixelsOf(extension: string, bytes: Uint8Array): number {
  const read = readers[extension];
  try {
    return read?.(new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)) ?? 0;
  } catch (error) {
    if (error instanceof RangeError) return 0;
    throw error;
  }
}

const readers: Record<string, (view: DataView) => number> = {
  png: (view) => view.getUint32(16) * view.getUint32(20),
  jpg: pixelsOfJpeg,
  tiff: pixelsOfTiff,
};

/** Segments as in ITU-T T.81, annex B: a marker, and for most of them a length; a frame header has the size. */
function pixelsOfJpeg(view: DataView): number {
  for (let at = 2; ;) {
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

/** More than any fax has; directories may overlap or lead back to each other. */
const MAX_ENTRIES = 100_000;

/** Directories as in TIFF 6.0, section 2: one for each page, each with the offset of the next. */
function pixelsOfTiff(view: DataView): number {
  const isLittle = view.getUint16(0) === 0x49_49;
  let most = 0;
  let read = 0;
  for (let at = view.getUint32(4, isLittle); at !== 0 && read < MAX_ENTRIES;) {
    const entries = view.getUint16(at, isLittle);
    read += entries + 1;
    const size = { width: 0, length: 0 };
    for (let entry = at + 2; entry < at + 2 + entries * 12; entry += 12) {
      const tag = view.getUint16(entry, isLittle);
      if (tag === 256) size.width = valueAt(entry);
      if (tag === 257) size.length = valueAt(entry);
    }
    most = Math.max(most, size.width * size.length);
    at = view.getUint32(at + 2 + entries * 12, isLittle);
  }
  return most;

  /** The type of a size is 3 (16 bits) or 4 (32 bits). */
  function valueAt(entry: number): number {
    const isShort = view.getUint16(entry + 2, isLittle) === 3;
    return isShort ? view.getUint16(entry + 8, isLittle) : view.getUint32(entry + 8, isLittle);
  }
}
