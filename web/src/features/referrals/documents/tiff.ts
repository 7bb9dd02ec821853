import {
  concatTransformationMatrix,
  degrees,
  drawObject,
  PDFDocument,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib';
import { tiffDirectories } from '@handoff/shared/domain/referral/tiff-directories';
import { looking, workBudget, type WorkBudget } from '@handoff/shared/domain/work-budget';

// A PDF knows every compression that fax machines and scanners write into a TIFF. So the strips of its pages are copied as
// they are, and pdf.js decodes only those of the pages that someone looks at. Tags are those of TIFF 6.0.

const tags = {
  kind: 254,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  orientation: 274,
  samples: 277,
  stripRows: 278,
  stripBytes: 279,
  resolutionX: 282,
  resolutionY: 283,
  planes: 284,
  groupThree: 292,
  unit: 296,
  predictor: 317,
  tileWidth: 322,
  jpegTables: 347,
} as const;
type Tag = keyof typeof tags;

/** The values of a page by tag. */
type Directory = (tag: Tag, otherwise?: number) => number[];

/** In units: a picture of a PDF is a dozen objects. */
const STRIP = 20;
const STANDARD_DOTS = 200;
const POINTS = 72;
const INCH = 2;
const CENTIMETER = 3;

/** Returns a PDF with the pages of a TIFF. Throws an error with a text for people if a page cannot be shown. */
export async function pdfOfTiff(
  bytes: Uint8Array,
  budget = workBudget(() => new Error(tooMany)),
): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const strips = stripsIn(bytes, budget);
  try {
    for (const page of pagesOf(bytes, budget)) addPage(pdf, page, strips);
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new Error('It is damaged. Download it to look at it in another program.', { cause });
  }
  return pdf.save();
}

const tooMany = 'It is made of too many parts to be shown here. Download it to open it in another program.';

type Strips = (offset: number, length: number) => Uint8Array;

/** Throws a `RangeError` for strips that overlap: a small file could have any number of pages. */
function stripsIn(bytes: Uint8Array, budget: WorkBudget): Strips {
  let taken = 0;
  return (offset, length) => {
    budget.spend(STRIP + looking(length));
    taken += length;
    if (taken > bytes.length) throw new RangeError('Strips of the file overlap');
    return bytes.subarray(offset, offset + length);
  };
}

/** Leaves out the small copies of pages that some programs add. */
const pagesOf = (bytes: Uint8Array, budget: WorkBudget): Directory[] =>
  tiffDirectories(bytes, budget)
    .map(
      (directory): Directory =>
        (tag, otherwise) =>
          directory(tags[tag], otherwise),
    )
    .filter((page) => (first(page('kind', 0)) & 1) === 0);

const first = ([value = 0]: readonly number[]) => value;

function addPage(pdf: PDFDocument, page: Directory, strips: Strips): void {
  const size = { width: first(page('width')), height: first(page('height')) };
  const { width, height } = sizeOnPaper(page, size);
  const paper = pdf.addPage([width, height]);
  paper.setRotation(degrees(turns[first(page('orientation', 1))] ?? 0));
  const share = height / size.height;
  const rows = Math.min(first(page('stripRows', size.height)), size.height);
  const offsets = page('stripOffsets');
  const lengths = page('stripBytes');
  if (offsets.length === 0) throw notShown();
  for (const [index, offset] of offsets.entries()) {
    const strip = { width: size.width, rows: Math.min(rows, size.height - index * rows) };
    const data = strips(offset, lengths[index] ?? 0);
    const picture = pdf.context.stream(dataOf(page, data), pictureOf(page, strip));
    const name = paper.node.newXObject('Strip', pdf.context.register(picture));
    const bottom = height - (index * rows + strip.rows) * share;
    paper.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(width, 0, 0, strip.rows * share, 0, bottom),
      drawObject(name),
      popGraphicsState(),
    );
  }
}

/** The turn in degrees by orientation; no scanner mirrors a page. */
const turns: Record<number, number> = { 3: 180, 6: 90, 8: 270 };

/** In points. The dots of a fax in standard resolution are twice as high as wide. */
function sizeOnPaper(page: Directory, { width, height }: { width: number; height: number }) {
  const [x, y] = [first(page('resolutionX')), first(page('resolutionY'))];
  const isKnown = [x, y].every((each) => each > 0 && each < Infinity);
  const dots = isKnown ? { x, y } : { x: STANDARD_DOTS, y: STANDARD_DOTS };
  const unit = first(page('unit', INCH));
  const perInch = { [INCH]: 1, [CENTIMETER]: 2.54 }[unit] ?? STANDARD_DOTS / dots.x;
  return {
    width: (width / (dots.x * perInch)) * POINTS,
    height: (height / (dots.y * perInch)) * POINTS,
  };
}

interface Strip {
  width: number;
  rows: number;
}

/** The dictionary of a strip as a picture, as in ISO 32000, table 87. */
function pictureOf(page: Directory, strip: Strip) {
  const [compression, samples, bits] = [
    first(page('compression', NONE)),
    first(page('samples', 1)),
    first(page('bits', 1)),
  ];
  const colors = spaces.get(`${photometricOf(page)} of ${samples}`);
  const encoding = encodings.get(compression)?.(page, strip);
  const isPlain = page('tileWidth').length === 0 && (samples === 1 || first(page('planes', 1)) === 1);
  if (!colors || !encoding || !isPlain || bits > 8 || strip.width <= 0 || strip.rows <= 0) throw notShown();
  return {
    Type: 'XObject',
    Subtype: 'Image',
    Width: strip.width,
    Height: strip.rows,
    BitsPerComponent: bits,
    ...colors,
    ...encoding,
  };
}

const notShown = () =>
  new Error('It is a kind of TIFF that cannot be shown here. Download it to open it in another program.');

/** By photometric interpretation and samples of a pixel: 0 is white in the first, black in the second. */
const spaces = new Map([
  ['0 of 1', { ColorSpace: 'DeviceGray', Decode: [1, 0] }],
  ['1 of 1', { ColorSpace: 'DeviceGray', Decode: [0, 1] }],
  ['2 of 3', { ColorSpace: 'DeviceRGB', Decode: [0, 1, 0, 1, 0, 1] }],
]);

const RGB = 2;
const YCBCR = 6;

/** Decoding a JPEG makes RGB of YCbCr. */
function photometricOf(page: Directory): number {
  const photometric = first(page('photometric', 0));
  return photometric === YCBCR && first(page('compression', NONE)) === JPEG ? RGB : photometric;
}

type Encoding = (page: Directory, strip: Strip) => object;

const fax = (parameters: (page: Directory) => object): Encoding => {
  return (page, { width, rows }) => ({
    Filter: 'CCITTFaxDecode',
    // Then 1 is black as in a TIFF.
    DecodeParms: { ...parameters(page), Columns: width, Rows: rows, BlackIs1: true },
  });
};

const packed = (filter: string): Encoding => {
  return (page, { width }) => ({
    Filter: filter,
    DecodeParms: {
      Predictor: first(page('predictor', 1)),
      Colors: first(page('samples', 1)),
      BitsPerComponent: first(page('bits', 1)),
      Columns: width,
    },
  });
};

const NONE = 1;
const JPEG = 7;
const TWO_DIMENSIONAL = 1;

/** By compression. */
const encodings = new Map<number, Encoding>([
  [NONE, () => ({})],
  [2, fax(() => ({ K: 0, EncodedByteAlign: true, EndOfBlock: false }))],
  [3, fax((page) => ({ K: first(page('groupThree', 0)) & TWO_DIMENSIONAL, EndOfBlock: false }))],
  [4, fax(() => ({ K: -1 }))],
  [5, packed('LZWDecode')],
  [
    JPEG,
    (page) => ({
      Filter: 'DCTDecode',
      DecodeParms: { ColorTransform: first(page('photometric')) === YCBCR ? 1 : 0 },
    }),
  ],
  [8, packed('FlateDecode')],
  [32_773, () => ({ Filter: 'RunLengthDecode' })],
  [32_946, packed('FlateDecode')],
]);

/** Fax machines may fill a byte from its lowest bit, and the strips of a JPEG may share their tables. */
function dataOf(page: Directory, data: Uint8Array): Uint8Array {
  if (first(page('compression', NONE)) === JPEG) {
    // Without the mark at their end, and the one at the start of the strip.
    const tables = page('jpegTables').slice(0, -2);
    if (tables.length === 0) return data;
    const whole = new Uint8Array(tables.length + data.length - 2);
    whole.set(tables);
    whole.set(data.subarray(2), tables.length);
    return whole;
  }
  return first(page('fillOrder', 1)) === LOWEST_FIRST ? data.map((byte) => reversed[byte] ?? 0) : data;
}

const LOWEST_FIRST = 2;
const reversed = Uint8Array.from({ length: 256 }, (_, byte) =>
  Number.parseInt(byte.toString(2).padStart(8, '0').split('').toReversed().join(''), 2),
);
