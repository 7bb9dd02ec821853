import { type CheckBox, checkBoxes, withoutBoxes } from './check-boxes.ts';
import { withoutFaxLines } from './fax-lines.ts';
import type { GrayPicture } from './gray-picture.ts';
import { levelY, type Slopes, slopesOf } from './level.ts';
import {
  type Alphabet,
  type LineWord,
  lineWords,
  readLine,
  type ReadLine,
  type Sign,
  signsOf,
  STEP,
} from './line-words.ts';
import { type TextLine, textLines } from './text-lines.ts';

/** Two networks over pictures of three equal planes, and the signs that the second one knows. */
export interface ScanModels {
  /** Gives each pixel the probability that it is text. */
  find: (input: Float32Array, size: Size) => Promise<Float32Array>;
  /** Gives each step of a line the probabilities of the signs. */
  read: (input: Float32Array, size: Size) => Promise<Float32Array>;
  alphabet: Alphabet;
}

interface Size {
  width: number;
  height: number;
}

/** A word at its place on the level page, in shares of its size. */
interface PictureWord {
  text: string;
  confidence: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface ReadPicture {
  words: PictureWord[];
  /** The quarters of a turn clockwise that made the page upright. */
  quarters: number;
  slopes: Slopes;
}

/** Text upside down or on its side gives signs of which the network is not sure. */
const UPRIGHT = 0.8;
/** Enough to see which way a page is up. */
const TRIED_LINES = 5;

/** The words of a page, read upright, at places where its lines are level. */
export async function readPicture(picture: GrayPicture, models: ScanModels): Promise<ReadPicture> {
  const { upright, lines, quarters, boxes, readLineAt } = await uprightPage(withoutFaxLines(picture), models);
  const slopes = slopesOf(lines, upright);
  const read: { line: TextLine; columns: ReadLine }[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one line after the other
  for (const line of withinWork(lines)) read.push({ line, columns: await readLineAt(line) });
  const words = read.flatMap(({ line, columns }) =>
    lineWords(columns).map((word) => placed(word, line, { size: upright, slopes })),
  );
  const marks = boxes.map((box) => placedBox(box, { size: upright, slopes }));
  return { words: [...words.filter((word) => !isNoise(word)), ...marks], quarters, slopes };
}

/** A dense page has 60,000 columns in its lines, of which a second reads 10,000. */
const MOST_COLUMNS = 200_000;

/** The first lines of a page: noise and drawings are found as thousands. */
function withinWork(lines: readonly TextLine[]): TextLine[] {
  let left = MOST_COLUMNS;
  return lines.filter((line) => {
    left -= columnsOf(line);
    return left >= 0;
  });
}

/** A page the way it is up, whose lines are each read once. */
interface TurnedPage {
  upright: GrayPicture;
  quarters: number;
  lines: readonly TextLine[];
  boxes: readonly CheckBox[];
  readLineAt: (line: TextLine) => Promise<ReadLine>;
}

async function uprightPage(picture: GrayPicture, models: ScanModels): Promise<TurnedPage> {
  const asIs = await linesOf(picture, models);
  const { isOnSide } = asIs;
  const upright = isOnSide ? turnedQuarter(picture) : picture;
  const lines = isOnSide ? (await linesOf(upright, models)).lines : asIs.lines;
  const first = turnedPage({ upright, lines, quarters: isOnSide ? 1 : 0 }, models);
  const sure = await confidenceOf(first);
  if (sure >= UPRIGHT || lines.length === 0) return first;
  const turned = turnedQuarter(turnedQuarter(upright));
  const found = await linesOf(turned, models);
  const other = turnedPage({ upright: turned, lines: found.lines, quarters: first.quarters + 2 }, models);
  return (await confidenceOf(other)) > sure ? other : first;
}

function turnedPage(
  page: Pick<TurnedPage, 'upright' | 'quarters' | 'lines'>,
  models: ScanModels,
): TurnedPage {
  const boxes = checkBoxes(page.upright);
  const print = withoutBoxes(page.upright, boxes);
  const read = new Map<TextLine, Promise<ReadLine>>();
  return {
    ...page,
    boxes,
    readLineAt(line) {
      const known = read.get(line) ?? readColumns(print, line, models);
      read.set(line, known);
      return known;
    },
  };
}

async function confidenceOf({ lines, readLineAt }: TurnedPage): Promise<number> {
  const longest = lines.toSorted((one, other) => other.right - other.left - (one.right - one.left));
  const letters: Sign[] = [];
  for (const line of longest.slice(0, TRIED_LINES))
    // oxlint-disable-next-line no-await-in-loop -- one line after the other
    letters.push(...(await readLineAt(line)).letters);
  return letters.reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, letters.length);
}

/** The longer side of the picture in which lines are found; small print is still found, and memory is bounded. */
const FOUND_AT = 1280;
/** The sizes that the first network takes. */
const GRID = 32;
/** Means and deviations of the pictures that it was trained on, by plane. */
const PLANES = [
  [0.485, 0.229],
  [0.456, 0.224],
  [0.406, 0.225],
] as const;

async function linesOf(picture: GrayPicture, { find }: ScanModels) {
  const scale = Math.min(1, FOUND_AT / Math.max(picture.width, picture.height));
  const onGrid = (side: number) => Math.max(GRID, Math.round((side * scale) / GRID) * GRID);
  const size = { width: onGrid(picture.width), height: onGrid(picture.height) };
  const small = reduced(picture, size);
  const found = textLines({ ...size, values: await probabilities(small, size, find) });
  const [x, y] = [picture.width / size.width, picture.height / size.height];
  return {
    isOnSide: found.isOnSide,
    lines: found.lines.map((line) => ({
      left: line.left * x,
      right: line.right * x,
      height: line.height * y,
      base: line.base * y,
      slope: (line.slope * y) / x,
      bend: (line.bend * y) / x / x,
    })),
  };
}

/** Rows that the first network takes at once: its memory grows with them, and that of WebAssembly never shrinks. */
const BAND = 448;
/** Rows at the end of a band, of whose surroundings the network has not seen enough. */
const BLIND = 64;

/** Finds text in bands that overlap. */
async function probabilities(
  small: Float32Array,
  { width, height }: Size,
  find: ScanModels['find'],
): Promise<Float32Array> {
  const all = new Float32Array(width * height);
  for (let top = 0; ; top += BAND - 2 * BLIND) {
    const bottom = Math.min(height, top + BAND);
    const size = { width, height: bottom - top };
    // oxlint-disable-next-line no-await-in-loop -- one band after the other
    const found = await find(inPlanes(small.subarray(top * width, bottom * width)), size);
    const from = top === 0 ? 0 : BLIND;
    all.set(found.subarray(from * width), (top + from) * width);
    if (bottom === height) return all;
  }
}

function inPlanes(gray: Float32Array): Float32Array {
  const input = new Float32Array(PLANES.length * gray.length);
  for (const [plane, [mean, deviation]] of PLANES.entries())
    for (let at = 0; at < gray.length; at += 1)
      input[plane * gray.length + at] = ((gray[at] ?? 0) / 255 - mean) / deviation;
  return input;
}

/** Each pixel is the mean of those that it stands for. */
function reduced({ width, height, values }: GrayPicture, to: Size): Float32Array {
  const small = new Float32Array(to.width * to.height);
  for (let y = 0; y < to.height; y += 1) {
    const [top, bottom] = rangeOf(y, height / to.height);
    for (let x = 0; x < to.width; x += 1) {
      const [left, right] = rangeOf(x, width / to.width);
      let sum = 0;
      for (let row = top; row < bottom; row += 1)
        for (let column = left; column < right; column += 1) sum += values[row * width + column] ?? 0;
      small[y * to.width + x] = sum / ((bottom - top) * (right - left));
    }
  }
  return small;
}

function rangeOf(at: number, scale: number): [from: number, to: number] {
  const from = Math.floor(at * scale);
  return [from, Math.max(from + 1, Math.floor((at + 1) * scale))];
}

/** The second network reads lines of this height. */
const LINE_HEIGHT = 48;
const LEAST_STEPS = 4;

/** Reads a line; columns are those of its picture. */
async function readColumns(picture: GrayPicture, line: TextLine, { read, alphabet }: ScanModels) {
  const strip = stripOf(picture, line);
  const { width, values } = strip;
  const input = new Float32Array(3 * values.length);
  for (let plane = 0; plane < 3; plane += 1)
    for (let at = 0; at < values.length; at += 1)
      input[plane * values.length + at] = (values[at] ?? 0) / 127.5 - 1;
  return readLine(signsOf(await read(input, { width, height: LINE_HEIGHT }), { alphabet, width }), strip);
}

/** The columns of the picture of a line. */
const columnsOf = ({ left, right, height }: TextLine) =>
  Math.max(LEAST_STEPS, Math.round((((right - left) / height) * LINE_HEIGHT) / STEP)) * STEP;

/** The picture of a line, straight and of the height that the network reads. */
function stripOf(picture: GrayPicture, line: TextLine): GrayPicture {
  const { left, right, height, base, slope, bend } = line;
  const scale = height / LINE_HEIGHT;
  const width = columnsOf(line);
  const values = new Uint8Array(width * LINE_HEIGHT);
  for (let x = 0; x < width; x += 1) {
    const across = ((x + 0.5) * (right - left)) / width;
    const middle = base + slope * across + bend * across * across;
    for (let y = 0; y < LINE_HEIGHT; y += 1)
      values[y * width + x] = grayAt(picture, left + across, middle + (y + 0.5 - LINE_HEIGHT / 2) * scale);
  }
  return { width, height: LINE_HEIGHT, values };
}

/** Between four pixels, whose middles are at halves. */
function grayAt({ width, height, values }: GrayPicture, x: number, y: number): number {
  const left = Math.min(width - 2, Math.max(0, Math.floor(x - 0.5)));
  const top = Math.min(height - 2, Math.max(0, Math.floor(y - 0.5)));
  const [toRight, down] = [clamped(x - 0.5 - left), clamped(y - 0.5 - top)];
  const at = top * width + left;
  const upper = (values[at] ?? 0) * (1 - toRight) + (values[at + 1] ?? 0) * toRight;
  const lower = (values[at + width] ?? 0) * (1 - toRight) + (values[at + width + 1] ?? 0) * toRight;
  return upper * (1 - down) + lower * down;
}

const clamped = (share: number) => Math.min(1, Math.max(0, share));

/** The strip of a line has room above and below its letters. */
const LETTERS = 0.8;

function placed(
  word: LineWord,
  line: TextLine,
  { size, slopes }: { size: Size; slopes: Slopes },
): PictureWord {
  const toLine = (line.right - line.left) / columnsOf(line);
  const [from, to] = [word.from * toLine, word.to * toLine];
  const across = (from + to) / 2;
  const middle = {
    x: (line.left + across) / size.width,
    y: (line.base + line.slope * across + line.bend * across * across) / size.height,
  };
  const height = (line.height * LETTERS) / size.height;
  return {
    text: word.text,
    confidence: Math.round(word.confidence * 100),
    x: (line.left + from) / size.width,
    width: (to - from) / size.width,
    y: levelY(middle, slopes) - height / 2,
    height,
  };
}

function placedBox(box: CheckBox, { size, slopes }: { size: Size; slopes: Slopes }): PictureWord {
  const [x, width, height] = [box.left / size.width, box.width / size.width, box.height / size.height];
  const middle = { x: x + width / 2, y: box.top / size.height + height / 2 };
  return {
    text: box.isChecked ? '☒' : '☐',
    confidence: BOX_CONFIDENCE,
    x,
    y: levelY(middle, slopes) - height / 2,
    width,
    height,
  };
}

const BOX_CONFIDENCE = 95;

/** Specks and the lines of tables are read as signs. */
const isNoise = ({ text, confidence }: PictureWord) =>
  confidence < 25 || (confidence < 80 && !/[\p{L}\d[\]()☐☒#:]/u.test(text)) || /^[|_~.'"`,-]+$/.test(text);

/** Turned clockwise. */
function turnedQuarter({ width, height, values }: GrayPicture): GrayPicture {
  const turned = new Uint8Array(values.length);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) turned[x * height + (height - 1 - y)] = values[y * width + x] ?? 0;
  return { width: height, height: width, values: turned };
}
