import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Word } from '@handoff/shared/reading/words';

/** A fax machine or a program that scans may add a line of text. */
const FEW_WORDS = 15;

/** A blank page has no text either; its picture says so before a reader is loaded. */
export async function isScan(page: PDFPageProxy, words: readonly Word[]): Promise<boolean> {
  if (words.length === 0) return true;
  // The values of a form may lie over a picture with its labels.
  if (words.filter((word) => !isOfField(word)).length >= FEW_WORDS) return false;
  const { fnArray } = await page.getOperatorList();
  return fnArray.some((operation) => pictures.has(operation));
}

export const isOfField = ({ field }: Word) => field !== undefined;

const pictures = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectGroup,
]);
