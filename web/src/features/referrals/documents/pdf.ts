import {
  getDocument,
  GlobalWorkerOptions,
  type PageViewport,
  type PDFPageProxy,
  TextLayer,
} from 'pdfjs-dist/legacy/build/pdf.mjs';
// oxlint-disable-next-line import/default -- an address, which Vite makes
import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url';
import dingbatsUrl from 'pdfjs-dist/standard_fonts/FoxitDingbats.pfb?url';
import symbolUrl from 'pdfjs-dist/standard_fonts/FoxitSymbol.pfb?url';
import faxDecoderUrl from 'pdfjs-dist/wasm/jbig2_nowasm_fallback.js?url';
import scanDecoderUrl from 'pdfjs-dist/wasm/openjpeg_nowasm_fallback.js?url';
import { asPdf } from './as-pdf.ts';
import { folderOf } from './asset-folder.ts';

// Loads pdf.js and its worker, half a megabyte, only when a PDF is opened.

GlobalWorkerOptions.workerSrc = workerUrl;

export interface OpenPdf {
  pages: PDFPageProxy[];
  close: () => void;
}

/** A scan of a legal page at 600 dots per inch has 43 million pixels; a picture beyond this is left out. */
const MOST_IMAGE_PIXELS = 100_000_000;
/** Each page has an element and an object in the tab. */
const MOST_PAGES = 2_000;

/** Fetches only files served with the application, and runs no scripts of the PDF. */
export async function openPdf(bytes: Uint8Array): Promise<OpenPdf> {
  const pdfBytes = await asPdf(bytes);
  const task = getDocument({
    // The worker takes ownership of the buffer.
    data: pdfBytes.slice(),
    // The Content-Security-Policy allows no WebAssembly, so the decoders run as JavaScript.
    useWasm: false,
    wasmUrl: folderOf(faxDecoderUrl, scanDecoderUrl),
    // Fonts for check marks and symbols, which no system provides.
    standardFontDataUrl: folderOf(dingbatsUrl, symbolUrl),
    disableWorkerRendering: true,
    maxImageSize: MOST_IMAGE_PIXELS,
    verbosity: 0,
  });
  const close = () => void task.destroy();
  try {
    const pdf = await task.promise;
    if (pdf.numPages > MOST_PAGES) throw new Error(tooManyPages);
    const numbers = Array.from({ length: pdf.numPages }, (_, index) => index + 1);
    return { pages: await Promise.all(numbers.map((number) => pdf.getPage(number))), close };
  } catch (cause) {
    close();
    throw new Error(whyNotOpened(cause), { cause });
  }
}

const tooManyPages = `It has more than ${MOST_PAGES} pages. Download it to look at it in another program.`;

function whyNotOpened(cause: unknown): string {
  const { name, message } = cause instanceof Error ? cause : new Error(String(cause));
  if (name === 'PasswordException') return 'It is protected by a password. Download it to open it.';
  if (message === tooManyPages) return tooManyPages;
  return 'It cannot be read as a PDF. Download it to look at it in another program.';
}

/** Phones lack the memory for more pixels, so larger pages render at a lower resolution. */
const MAX_PIXELS = 16_000_000;

/** Renders a page as an image, with selectable text for screen readers on top. */
export function drawPage(page: PDFPageProxy, viewport: PageViewport) {
  const canvas = document.createElement('canvas');
  const text = document.createElement('div');
  const { width, height } = viewport;
  const density = Math.min(devicePixelRatio, Math.sqrt(MAX_PIXELS / (width * height)));
  canvas.width = Math.floor(width * density);
  canvas.height = Math.floor(height * density);
  const picture = page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] });
  const layer = new TextLayer({ textContentSource: page.streamTextContent(), container: text, viewport });
  return {
    drawn: Promise.all([picture.promise, layer.render()]).then(() => ({ canvas, text })),
    cancel: () => {
      picture.cancel();
      layer.cancel();
    },
  };
}

/** Fine enough for small print on a fax: 150 dots per inch, where a PDF counts 72. */
const PRINT_SCALE = 150 / 72;

/** All pages as pictures to print, drawn one after another to need the memory of one. */
export async function picturesOf(bytes: Uint8Array): Promise<Blob[]> {
  const { pages, close } = await openPdf(bytes);
  const pictures: Blob[] = [];
  try {
    for (const page of pages) {
      // oxlint-disable no-await-in-loop -- see above
      const { canvas } = await drawPage(page, page.getViewport({ scale: PRINT_SCALE })).drawn;
      const picture = await new Promise<Blob | null>((done) => canvas.toBlob(done, 'image/jpeg', 0.9));
      // oxlint-enable no-await-in-loop
      if (!picture) throw new Error('It has more pages than this browser can print.');
      pictures.push(picture);
    }
  } finally {
    close();
  }
  return pictures;
}
