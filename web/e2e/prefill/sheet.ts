import { pdfOfPages, type PlacedText } from '@handoff/local/seed/small-pdf';

/** A typed document that is being made, with what a reader should find in it. */
export interface Sheet {
  put: (x: number, y: number, text: string, style?: Pick<PlacedText, 'size' | 'isBold'>) => void;
  /** The values that the page says, by the field of the form. */
  says: (expected: Readonly<Record<string, string>>) => void;
  turn: () => void;
}

export interface Packet {
  name: string;
  bytes: Uint8Array<ArrayBuffer>;
  pages: number;
  /** In the format of the form; a field that the document does not have is missing. */
  expected: Record<string, string>;
  /** Further values that are as right as the expected one, or right where none is expected. */
  accepts?: Record<string, string[]>;
}

export function packetOf(name: string, fill: (sheet: Sheet) => void): Packet {
  const pages: PlacedText[][] = [[]];
  const expected: Record<string, string> = {};
  fill({
    put: (x, y, text, style = {}) => void pages.at(-1)?.push({ x, y, text, ...style }),
    says: (values) =>
      void Object.assign(
        expected,
        Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
      ),
    turn: () => void pages.push([]),
  });
  return { name, bytes: pdfOfPages(pages), pages: pages.length, expected };
}
