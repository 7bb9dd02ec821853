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
export function pdfOfPages(pages: readonly (readonly PlacedText[])[]): Uint8Array<ArrayBuffer> {
  const firstPage = 5;
  const numbers = pages.map((_, index) => firstPage + 2 * index);
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${numbers.map((number) => `${number} 0 R`).join(' ')}] /Count ${pages.length} >>`,
    fontNamed('Helvetica'),
    fontNamed('Helvetica-Bold'),
    ...pages.flatMap((texts, index) => pageOf(texts, firstPage + 2 * index + 1)),
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
  return new TextEncoder().encode(`${body}xref\n0 ${size}\n0000000000 65535 f \n${entries}${trailer}`);
}

const fontNamed = (name: string) =>
  `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;

function pageOf(texts: readonly PlacedText[], contentNumber: number): [page: string, content: string] {
  const content = texts.map(drawn).join('\n');
  return [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 ${HEIGHT}] /Contents ${contentNumber} 0 R /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>`,
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
  ];
}

function drawn({ x, y, text, size = 10, isBold = false }: PlacedText): string {
  const escaped = text.replaceAll(/[\\()]/g, String.raw`\$&`);
  return `BT /F${isBold ? 2 : 1} ${size} Tf ${x} ${HEIGHT - y} Td (${escaped}) Tj ET`;
}
