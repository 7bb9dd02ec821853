import { openPdf, type OpenPdf } from '../../documents/pdf.ts';
import { type PagePrint, PRINT_CELLS, printOf } from './same-pages.ts';

type Page = OpenPdf['pages'][number];

/** The small picture of a page among others. */
export interface PageFace {
  picture: HTMLCanvasElement;
  print: PagePrint;
}

const FACE_WIDTH = 220;
/** The end of a longer page is not shown. */
const MOST_HEIGHT = 3 * FACE_WIDTH;
/** Each page has a picture in memory. */
const MOST_PAGES = 300;

export interface OpenPages {
  count: number;
  face: (number: number) => Promise<PageFace>;
  close: () => void;
}

export async function openPages(file: File): Promise<OpenPages> {
  const { pages, close } = await openPdf(new Uint8Array(await file.arrayBuffer()));
  if (pages.length > MOST_PAGES) {
    close();
    throw new Error(`It has more than ${MOST_PAGES} pages, so they cannot be sorted here.`);
  }
  return {
    count: pages.length,
    async face(number) {
      const page = pages[number - 1];
      if (!page) throw new Error(`It has no page ${number}.`);
      return faceOf(page);
    },
    close,
  };
}

async function faceOf(page: Page): Promise<PageFace> {
  const { width } = page.getViewport({ scale: 1 });
  const viewport = page.getViewport({ scale: FACE_WIDTH / width });
  const picture = document.createElement('canvas');
  picture.width = FACE_WIDTH;
  picture.height = Math.min(MOST_HEIGHT, Math.ceil(viewport.height));
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
