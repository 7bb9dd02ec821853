import { OPS, type PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { workBudget } from '@handoff/shared/domain/work-budget';
import { openPdf } from '../../documents/pdf.ts';
import { noText, packetOnPages, type PageText, unreadable } from './page-text.ts';
import type { Packet, Proposal } from '@handoff/shared/reading/read-document';
import { wordsOfPages } from './text-layer.ts';
import type { PictureReader } from '../scans/picture-reader.ts';

/** Longer packets repeat themselves, and the face sheet comes first. */
const MOST_PAGES = 40;
/** Reading a scanned page takes seconds, so that the others are read when a person asks for them. */
const SCANS_AT_A_TIME = 8;
/** A fax machine or a program that scans may add a line of text. */
const FEW_WORDS = 15;

export interface PdfReading extends Pick<Packet, 'others'> {
  pages: ReadonlyMap<number, PageText>;
  /** All of the document, read or not. */
  pageCount: number;
  /** A person has said that all pages are about one patient. */
  isOnePatient: boolean;
  proposals: readonly Proposal[];
  /** The number of scanned pages that were not read yet. */
  unread: number;
}

export interface ReadOptions {
  bytes: Uint8Array;
  /** An earlier reading, whose pages are not read again. */
  former: PdfReading | undefined;
  /** Called after the typed pages, and again after each scanned one. */
  onRead: (reading: PdfReading) => void;
  /** Called before each scanned page; the signal skips the page. */
  onScan: (place: { page: number; pages: number }) => AbortSignal;
  /** Leaves the other pages unread. */
  signal: AbortSignal;
}

/** Reads the text of a PDF, and the pictures of pages without it, in the browser alone. */
export async function readPdf({ bytes, former, onRead, onScan, signal }: ReadOptions): Promise<void> {
  const pdf = await openPdf(bytes);
  const reader = lazyReader();
  const budget = workBudget(() => new Error('It has too many words to be read here'));
  try {
    const known = new Map(former?.pages);
    const scans: PDFPageProxy[] = [];
    for (const page of pdf.pages.slice(0, MOST_PAGES)) {
      if (known.has(page.pageNumber)) continue;
      // oxlint-disable no-await-in-loop -- one page after the other
      const words = await wordsOfPages([page], budget);
      if (await isScan(page, words.length)) scans.push(page);
      else known.set(page.pageNumber, { words, placeOf: (box) => box });
    }
    const { isOnePatient = false } = former ?? {};
    const tell = async (unread: number) =>
      onRead({
        pages: new Map(known),
        pageCount: pdf.pages.length,
        isOnePatient,
        unread,
        ...(await packetOnPages(known, isOnePatient)),
      });
    await tell(scans.length);
    for (const [index, page] of scans.slice(0, SCANS_AT_A_TIME).entries()) {
      if (signal.aborted) break;
      const skip = onScan({ page: page.pageNumber, pages: pdf.pages.length });
      known.set(page.pageNumber, await readUnlessSkipped(page, reader, AbortSignal.any([skip, signal])));
      if (!signal.aborted) await tell(scans.length - index - 1);
      // oxlint-enable no-await-in-loop
    }
  } finally {
    reader.close();
    pdf.close();
  }
}

/** A blank page has no text either; its picture says so before a reader is loaded. */
async function isScan(page: PDFPageProxy, words: number): Promise<boolean> {
  if (words === 0) return true;
  if (words >= FEW_WORDS) return false;
  const { fnArray } = await page.getOperatorList();
  return fnArray.some((operation) => pictures.has(operation));
}

const pictures = new Set<number>([
  OPS.paintImageXObject,
  OPS.paintInlineImageXObject,
  OPS.paintImageMaskXObject,
  OPS.paintImageXObjectRepeat,
  OPS.paintImageMaskXObjectGroup,
]);

/** A reader is loaded for the first picture, and again after a skipped one, whose work ends with it. */
function lazyReader() {
  let opened: Promise<PictureReader> | undefined;
  return {
    open() {
      opened ??= import('../scans/picture-reader.ts').then(({ openPictureReader }) => openPictureReader());
      return opened;
    },
    close() {
      opened?.then(({ close }) => close()).catch(() => undefined);
      opened = undefined;
    },
  };
}

async function readUnlessSkipped(
  page: PDFPageProxy,
  reader: ReturnType<typeof lazyReader>,
  signal: AbortSignal,
): Promise<PageText> {
  const { readScannedPage } = await import('../scans/scanned-page.ts');
  const skipped = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const read = readScannedPage(page, { reader: () => reader.open(), signal });
  const text = await Promise.race([read.catch(() => unreadable), skipped]);
  if (text && !signal.aborted) return text;
  reader.close();
  return noText;
}
