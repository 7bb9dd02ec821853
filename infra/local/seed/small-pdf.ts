/** A text at a place of a letter page, in points from its top left corner. */
export interface PlacedText {
  x: number;
  y: number;
  text: string;
  /** In points; 10 unless given. */
  size?: number;
  isBold?: boolean;
}

const HEIGHT = 792;

/** A valid one-page PDF with these lines of text. */
export const smallPdf = (lines: string[]): Uint8Array<ArrayBuffer> =>
  pdfOfPages([lines.map((text, index) => ({ x: 72, y: 72 + index * 16, text, size: 12 }))]);

/** A valid PDF of typed pages. */
export const pdfOfPages = (pages: readonly (readonly PlacedText[])[]): Uint8Array<ArrayBuffer> =>
  pdfOf(pages, [fontNamed('Helvetica'), fontNamed('Helvetica-Bold')], (texts, number) => {
    const content = texts.map(drawn).join('\n');
    return [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${HEIGHT}] /Contents ${number + 1} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
      streamOf('', content),
    ];
  });

/** A gray picture of a page, or one of a bit a pixel, deflated, as a fax delivers it. */
export type Picture = ({ jpeg: Uint8Array } | { bits: Uint8Array }) & {
  /** In pixels. */
  width: number;
  height: number;
};

/** A valid PDF of scanned pages, each of which fills a letter page. */
export const pdfOfPictures = (pictures: readonly Picture[]): Uint8Array<ArrayBuffer> =>
  pdfOf(pictures, [], ({ width, height, ...picture }, number) => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${HEIGHT}] /Contents ${number + 1} 0 R /Resources << /XObject << /P ${number + 2} 0 R >> >> >>`,
    streamOf('', `612 0 0 ${HEIGHT} 0 0 cm /P Do`),
    'jpeg' in picture
      ? imageOf(
          `/Width ${width} /Height ${height} /ColorSpace /DeviceRGB /BitsPerComponent 8 /Filter /DCTDecode`,
          picture.jpeg,
        )
      : imageOf(
          `/Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 1 /Filter /FlateDecode`,
          picture.bits,
        ),
  ]);

/** Each page is an object, followed by the objects that it refers to. */
function pdfOf<Page>(
  pages: readonly Page[],
  shared: readonly string[],
  objectsOf: (page: Page, number: number) => readonly string[],
): Uint8Array<ArrayBuffer> {
  const first = 3 + shared.length;
  const own: string[] = [];
  const numbers = pages.map((page) => {
    const number = first + own.length;
    own.push(...objectsOf(page, number));
    return number;
  });
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    ...shared,
    ...own,
  ];
  let body = '%PDF-1.4\n';
  const offsets = objects.map((object, index) => {
    const offset = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return String(offset).padStart(10, '0');
  });
  const entries = offsets.map((offset) => `${offset} 00000 n \n`).join('');
  const size = objects.length + 1;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`;
  return new Uint8Array(
    Buffer.from(`${body}xref\n0 ${size}\n0000000000 65535 f \n${entries}${trailer}`, 'latin1'),
  );
}

const imageOf = (dictionary: string, bytes: Uint8Array) =>
  streamOf(`/Type /XObject /Subtype /Image ${dictionary} `, Buffer.from(bytes).toString('latin1'));

const streamOf = (dictionary: string, content: string) =>
  `<< ${dictionary}/Length ${content.length} >>\nstream\n${content}\nendstream`;

const fontNamed = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

function drawn({ x, y, text, size = 10, isBold = false }: PlacedText): string {
  const escaped = text.replaceAll(/[\\()]/g, String.raw`\$&`);
  return `BT /F${isBold ? 2 : 1} ${size} Tf ${x} ${HEIGHT - y} Td (${escaped}) Tj ET`;
}
