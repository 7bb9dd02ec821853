import { degrees, PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import { isTiff } from '@handoff/shared/domain/referral/tiff-directories';
import { pdfOfTiff } from '../../documents/tiff.ts';
import type { StackPage } from './page-stack.ts';

export interface DocumentToWrite {
  name: string;
  pages: readonly StackPage[];
}

/** Throws an error that names the first file whose pages cannot be copied. */
export async function writeDocuments(
  sources: ReadonlyMap<string, File>,
  documents: readonly DocumentToWrite[],
): Promise<File[]> {
  const write = pdfWriter(sources);
  const written: File[] = [];
  // oxlint-disable-next-line no-await-in-loop -- large files one after another
  for (const { name, pages } of documents) written.push(await write(pages, name));
  return written;
}

/** Writes documents from pages of files, each file read once; the content of a page is copied and not drawn again. */
function pdfWriter(sources: ReadonlyMap<string, File>) {
  const opened = new Map<File, Promise<PDFDocument>>();

  async function copied(written: PDFDocument, { attachmentId, number }: StackPage): Promise<PDFPage> {
    const file = sources.get(attachmentId);
    if (!file) throw new Error('The file is not in this tab anymore');
    const source = opened.get(file) ?? openSource(file);
    opened.set(file, source);
    try {
      const [page] = await written.copyPages(await source, [number - 1]);
      if (page) return page;
    } catch (cause) {
      throw new Error(notApart(file), { cause });
    }
    throw new Error(notApart(file));
  }

  return async (pages: readonly StackPage[], name: string): Promise<File> => {
    const written = await PDFDocument.create();
    for (const each of pages) {
      // oxlint-disable-next-line no-await-in-loop -- pages keep their order
      const page = await copied(written, each);
      page.setRotation(degrees((page.getRotation().angle + each.turn) % 360));
      written.addPage(page);
    }
    return new File([new Uint8Array(await written.save())], name, { type: 'application/pdf' });
  };
}

async function openSource(file: File): Promise<PDFDocument> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  return PDFDocument.load(isTiff(bytes) ? await pdfOfTiff(bytes) : bytes);
}

const notApart = ({ name }: File) =>
  `${name} is protected or damaged, so its pages cannot be taken apart. Attach it whole.`;
