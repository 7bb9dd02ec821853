import { PDFDocument } from '@cantoo/pdf-lib';
import { expect, test } from 'vitest';
import type { StackPage } from './page-stack.ts';
import { writeDocuments } from './write-pdf.ts';

async function pdf(widths: readonly number[], password?: string): Promise<File> {
  const document = await PDFDocument.create();
  for (const width of widths) document.addPage([width, 300]);
  if (password !== undefined) document.encrypt({ userPassword: password, ownerPassword: password });
  return new File([new Uint8Array(await document.save())], 'fax.pdf');
}

const page = (number: number, turn: StackPage['turn'] = 0): StackPage => ({
  attachmentId: 'a',
  number,
  turn,
});

test('a document has its pages in their order, each turned as it was by hand', async () => {
  const pages = [page(3, 90), page(1)];
  const sources = new Map([['a', await pdf([100, 200, 300])]]);
  const [file] = await writeDocuments(sources, [{ name: 'order.pdf', pages }]);
  const written = await PDFDocument.load((await file?.arrayBuffer()) ?? '');
  const found = written.getPages().map((each) => [each.getWidth(), each.getRotation().angle]);
  expect([file?.name, found]).toEqual([
    'order.pdf',
    [
      [300, 90],
      [100, 0],
    ],
  ]);
});

test('a protected or damaged file says that it cannot be taken apart', async () => {
  const files = [await pdf([100], 'secret'), new File(['%PDF-1.4 and nothing more'], 'fax.pdf')];
  for (const file of files)
    await expect(
      writeDocuments(new Map([['a', file]]), [{ name: 'x.pdf', pages: [page(1)] }]),
    ).rejects.toThrow(
      'fax.pdf is protected or damaged, so its pages cannot be taken apart. Attach it whole.',
    );
});
