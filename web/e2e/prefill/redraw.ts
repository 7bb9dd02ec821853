import {
  PDFDocument,
  rgb,
  setCharacterSqueeze,
  StandardFonts,
  type PDFFont,
  type PDFPage,
} from '@cantoo/pdf-lib';
import type { Page } from 'playwright-core';
import type { Randomness } from '@handoff/local/seed/randomness';

/** How a program cuts the text of a page into pieces: a reader may count on none of these. */
export type Cut = 'lines' | 'words' | 'letters' | 'kerning';

const POINTS = 0.75;
const HEIGHT = 1056;

/** Writes what the browser shows with another program, with fonts that every reader of PDF has. */
export async function redrawn(page: Page, cut: Cut, draw: Randomness): Promise<Uint8Array<ArrayBuffer>> {
  const words = await page.evaluate(measureWords);
  const edges = await page.evaluate(measureEdges);
  const pages = await page.locator('section').count();
  const pdf = await PDFDocument.create();
  const fonts: Record<string, PDFFont> = {};
  for (const name of [
    StandardFonts.Helvetica,
    StandardFonts.HelveticaBold,
    StandardFonts.TimesRoman,
    StandardFonts.TimesRomanBold,
    StandardFonts.Courier,
    StandardFonts.CourierBold,
  ])
    // oxlint-disable-next-line no-await-in-loop -- embedding changes the document
    fonts[name] = await pdf.embedFont(name);
  const sheets = Array.from({ length: pages }, () => pdf.addPage([612, 792]));
  for (const { left, top, right, bottom } of edges) {
    const sheet = sheets[Math.floor(top / HEIGHT)];
    const [from, to] = [top % HEIGHT, (top % HEIGHT) + (bottom - top)];
    sheet?.drawLine({
      start: { x: left * POINTS, y: 792 - from * POINTS },
      end: { x: right * POINTS, y: 792 - to * POINTS },
      thickness: 0.7,
    });
  }
  // Programs that fill forms write the labels first and the values after them.
  const inOrder = draw.chance(0.4) ? words.toSorted((a, b) => Number(b.isBold) - Number(a.isBold)) : words;
  for (const piece of cut === 'lines'
    ? linesOf(inOrder)
    : inOrder.flatMap((word) => piecesOf(word, cut, draw))) {
    const font = fonts[fontOf(piece)];
    const sheet = sheets[Math.floor(piece.top / HEIGHT)];
    if (font && sheet) write(sheet, font, piece);
  }
  return new Uint8Array(await pdf.save());
}

interface Piece {
  text: string;
  left: number;
  right: number;
  top: number;
  height: number;
  isBold: boolean;
  family: 'sans' | 'serif' | 'mono';
  /** The text node, so that a line does not reach over the gap between two columns. */
  node: number;
}
interface Measured extends Piece {
  /** The left edge of each letter. */
  edges: number[];
}

function fontOf({ family, isBold }: Piece): StandardFonts {
  if (family === 'mono') return isBold ? StandardFonts.CourierBold : StandardFonts.Courier;
  if (family === 'serif') return isBold ? StandardFonts.TimesRomanBold : StandardFonts.TimesRoman;
  return isBold ? StandardFonts.HelveticaBold : StandardFonts.Helvetica;
}

function write(sheet: PDFPage, font: PDFFont, { text, left, right, top, height }: Piece): void {
  const size = height * POINTS * 0.86;
  const width = font.widthOfTextAtSize(text, size);
  sheet.pushOperators(
    setCharacterSqueeze(Math.round(((right - left) * POINTS * 100) / Math.max(width, 0.1))),
  );
  sheet.drawText(text, {
    x: left * POINTS,
    y: 792 - ((top % HEIGHT) + height * 0.79) * POINTS,
    size,
    font,
    color: rgb(0, 0, 0),
  });
}

function linesOf(words: readonly Measured[]): Piece[] {
  const lines: Piece[] = [];
  for (const word of words) {
    const last = lines.at(-1);
    if (last?.node === word.node && Math.abs(last.top - word.top) < 2) {
      last.text += ` ${word.text}`;
      last.right = word.right;
    } else lines.push({ ...word });
  }
  return lines;
}

function piecesOf(word: Measured, cut: Cut, draw: Randomness): Piece[] {
  if (cut === 'words' || word.text.length < 2) return [word];
  const starts =
    cut === 'letters' ? word.edges.map((_, at) => at) : [0, draw.between(1, word.text.length - 1)];
  return starts.map((from, at) => {
    const to = starts[at + 1] ?? word.text.length;
    return {
      ...word,
      text: word.text.slice(from, to),
      left: word.edges[from] ?? word.left,
      right: word.edges[to] ?? word.right,
    };
  });
}

/** Runs inside the page: its words with the place of each letter. */
function measureWords() {
  const words: Measured[] = [];
  const range = document.createRange();
  // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has this function alone
  const familyOf = (name: string) => {
    if (name.includes('Mono')) return 'mono';
    return name.includes('Serif') ? 'serif' : 'sans';
  };
  /** Adds a letter to the word before it, if it is on its line. */
  const add = (
    letter: string,
    box: DOMRect,
    word: Measured | undefined,
    style: CSSStyleDeclaration,
    node: number,
  ) => {
    if (word && Math.abs(word.top - box.top) < 2) {
      word.text += letter;
      word.edges.push(box.left);
      word.right = box.right;
      return word;
    }
    const { left, right, top, height } = box;
    const isBold = Number(style.fontWeight) > 500;
    const family = familyOf(style.fontFamily);
    const first: Measured = { text: letter, left, right, top, height, isBold, family, node, edges: [left] };
    words.push(first);
    return first;
  };
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let number = 0, node = texts.nextNode(); node; node = texts.nextNode(), number += 1) {
    if (!node.parentElement) continue;
    const style = getComputedStyle(node.parentElement);
    let word: Measured | undefined;
    for (const [at, letter] of (node.nodeValue ?? '').split('').entries()) {
      range.setStart(node, at);
      range.setEnd(node, at + 1);
      const box = range.getBoundingClientRect();
      // An empty box is drawn as edges.
      const isText = letter.trim() !== '' && letter !== '☐' && box.width > 0;
      word = isText ? add(letter === '☒' ? 'X' : letter, box, word, style, number) : undefined;
    }
  }
  return words;
}

/** Runs inside the page: the edges of boxes, also of those that are letters, and the strokes through text. */
function measureEdges() {
  const edges: { left: number; top: number; right: number; bottom: number }[] = [];
  const add = ({ left, top, right, bottom }: Omit<DOMRect, 'toJSON'>, widths: readonly string[]) => {
    const sides = [
      { left, right, top, bottom: top },
      { left: right, right, top, bottom },
      { left, right, top: bottom, bottom },
      { left, right: left, top, bottom },
    ];
    edges.push(...sides.filter((_, at) => Number.parseFloat(widths[at] ?? '') > 0));
  };
  for (const element of document.body.querySelectorAll('*')) {
    const { borderTopWidth, borderRightWidth, borderBottomWidth, borderLeftWidth } =
      getComputedStyle(element);
    add(element.getBoundingClientRect(), [
      borderTopWidth,
      borderRightWidth,
      borderBottomWidth,
      borderLeftWidth,
    ]);
  }
  for (const struck of document.querySelectorAll('s'))
    for (const { x, y, width, height } of struck.getClientRects())
      add(new DOMRect(x, y + height / 2, width, 0), ['1']);
  const range = document.createRange();
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode())
    for (const { index } of (node.nodeValue ?? '').matchAll(/[☐☒]/g)) {
      range.setStart(node, index);
      range.setEnd(node, index + 1);
      const { x, y, height } = range.getBoundingClientRect();
      add(new DOMRect(x, y + height * 0.2, height * 0.55, height * 0.55), ['1', '1', '1', '1']);
    }
  return edges;
}
