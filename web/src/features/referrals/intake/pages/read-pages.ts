import { openPdf, type OpenPdf } from '../../documents/pdf.ts';
import { type PagePrint, PRINT_CELLS, printOf } from './same-pages.ts';

type Page = OpenPdf['pages'][number];

/** The small picture of a page among others. */
export interface PageFace {
  picture: HTMLCanvasElement;
  print: PagePrint;
}

const FACE_WIDTH = 220;

/** Reads the faces of a file's pages, and gives each once it is drawn. */
export async function readPages(
  file: File,
  { onCount, onFace }: { onCount: (pages: number) => void; onFace: (number: number, face: PageFace) => void },
): Promise<void> {
  const { pages, close } = await openPdf(new Uint8Array(await file.arrayBuffer()));
  try {
    onCount(pages.length);
    for (const page of pages) {
      // oxlint-disable-next-line no-await-in-loop -- one after another needs the memory of one
      onFace(page.pageNumber, await faceOf(page));
    }
  } finally {
    close();
  }
}

async function faceOf(page: Page): Promise<PageFace> {
  const { width } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: FACE_WIDTH / width });
  const picture = document.createElement('canvas');
  picture.width = FACE_WIDTH;
  picture.height = Math.floor(viewport.height);
  await page.render({ canvas: picture, viewport }).promise;
  const { items } = await page.getTextContent();
  const text = items.map((item) => ('str' in item ? item.str : '')).join('');
  return { picture, print: printOf(text, lightsOf(picture)) };
}

/** The light of each cell of the page, made by the browser's own scaling. */
function lightsOf(picture: HTMLCanvasElement): number[] {
  const cells = new OffscreenCanvas(PRINT_CELLS + 1, PRINT_CELLS);
  const context = cells.getContext('2d', { willReadFrequently: true });
  if (!context) return [];
  context.drawImage(picture, 0, 0, cells.width, cells.height);
  const { data } = context.getImageData(0, 0, cells.width, cells.height);
  return Array.from({ length: data.length / 4 }, (_, cell) => {
    const [red = 0, green = 0, blue = 0] = data.subarray(cell * 4, cell * 4 + 3);
    return (red + green + blue) / 3;
  });
}
