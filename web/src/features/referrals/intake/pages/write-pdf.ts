import { degrees, PDFDocument } from '@cantoo/pdf-lib';
import type { StackPage } from './page-stack.ts';

export type PageSources = ReadonlyMap<string, File>;

/** Writes documents from pages of files, each file read once; the content of a page is copied and not drawn again. */
export function pdfWriter(sources: PageSources) {
  const opened = new Map<string, Promise<PDFDocument>>();

  function open(attachmentId: string): Promise<PDFDocument> {
    const known = opened.get(attachmentId) ?? read(sources.get(attachmentId));
    opened.set(attachmentId, known);
    return known;
  }

  return async (pages: readonly StackPage[], name: string): Promise<File> => {
    const written = await PDFDocument.create();
    for (const { attachmentId, number, turn } of pages) {
      // oxlint-disable no-await-in-loop -- pages keep their order
      const [page] = await written.copyPages(await open(attachmentId), [number - 1]);
      // oxlint-enable no-await-in-loop
      if (!page) throw new Error(`${name} has no page ${number}`);
      page.setRotation(degrees((page.getRotation().angle + turn) % 360));
      written.addPage(page);
    }
    const bytes = await written.save();
    return new File([new Uint8Array(bytes)], name, { type: 'application/pdf' });
  };
}

async function read(file: File | undefined): Promise<PDFDocument> {
  if (!file) throw new Error('The file is not in this tab anymore');
  return PDFDocument.load(await file.arrayBuffer());
}
