import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { workBudget } from '@handoff/shared/domain/work-budget';
import { openPdf } from '../../documents/pdf.ts';
import { isOfField, isScan } from './is-scan.ts';
import { noText, packetOnPages, type PageText, unreadable } from './page-text.ts';
import type { Packet, Proposal } from '@handoff/shared/reading/read-document';
import type { Word } from '@handoff/shared/reading/words';
import { wordsOfPages } from './text-layer.ts';
import type { PictureReader } from '../scans/picture-reader.ts';

/** Longer packets repeat themselves, and the face sheet comes first. */
const MOST_PAGES = 40;
/** Reading a scanned page takes seconds, so that the others are read when a person asks for them. */
const SCANS_AT_A_TIME = 8;

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
    const scans: { page: PDFPageProxy; fields: readonly Word[] }[] = [];
    for (const page of pdf.pages.slice(0, MOST_PAGES)) {
      if (known.has(page.pageNumber)) continue;
      // oxlint-disable no-await-in-loop -- one page after the other
      const words = await wordsOfPages([page], budget);
      if (await isScan(page, words)) scans.push({ page, fields: words.filter(isOfField) });
      else known.set(page.pageNumber, { words, placeOf: (box) => box });
    }
    // What the fields of a form say is there before its picture is read.
    const forms = scans.map(({ page, fields }) => [page.pageNumber, { ...noText, words: fields }] as const);
    const { isOnePatient = false } = former ?? {};
    const tell = async (unread: number) =>
      onRead({
        pages: new Map(known),
        pageCount: pdf.pages.length,
        isOnePatient,
        unread,
        ...(await packetOnPages(new Map([...forms, ...known]), isOnePatient)),
      });
    await tell(scans.length);
    for (const [index, scan] of scans.slice(0, SCANS_AT_A_TIME).entries()) {
      if (signal.aborted) break;
      const { pageNumber } = scan.page;
      const skip = onScan({ page: pageNumber, pages: pdf.pages.length });
      known.set(pageNumber, await readUnlessSkipped(scan, reader, AbortSignal.any([skip, signal])));
      if (!signal.aborted) await tell(scans.length - index - 1);
      // oxlint-enable no-await-in-loop
    }
  } finally {
    reader.close();
    pdf.close();
  }
}

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
  { page, fields }: { page: PDFPageProxy; fields: readonly Word[] },
  reader: ReturnType<typeof lazyReader>,
  signal: AbortSignal,
): Promise<PageText> {
  const { readScannedPage } = await import('../scans/scanned-page.ts');
  const skipped = new Promise<undefined>((resolve) => {
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
  const read = readScannedPage(page, { reader: () => reader.open(), signal, fields });
  const text = await Promise.race([read.catch(() => ({ ...unreadable, words: fields })), skipped]);
  if (text && !signal.aborted) return text;
  reader.close();
  return { ...noText, words: fields };
}
