/** How a page looks and reads, coarse enough that a second copy of a fax has the same. */
export interface PagePrint {
  /** Its typed text without spaces; empty for a scan. */
  text: string;
  /** Bits of where the page gets lighter from left to right; empty for a blank page. */
  edges: readonly boolean[];
}

/** Shorter texts, such as a page number, say too little. */
const LEAST_TEXT = 40;
/** Fax lines and dust change a few of the edges of both. */
const MOST_DIFFERENT = 0.12;

/** Cells of a page in each direction. */
export const PRINT_CELLS = 24;
/** A difference between two cells of the same paper, from 0 to 255. */
const NOISE = 10;
const LEAST_EDGES = 4;

/** `lights`: the light of each cell, row by row, from 0 to 255; one more cell across than down. */
export function printOf(text: string, lights: readonly number[]): PagePrint {
  const width = PRINT_CELLS + 1;
  const edges = lights.flatMap((light, at) =>
    at % width === PRINT_CELLS ? [] : [(lights[at + 1] ?? light) - light > NOISE],
  );
  const isBlank = edges.filter(Boolean).length < LEAST_EDGES;
  return { text: text.replaceAll(/\s+/g, ''), edges: isBlank ? [] : edges };
}

/** Whether a page was faxed twice. */
export function isCopy(one: PagePrint, other: PagePrint): boolean {
  if (one.text.length >= LEAST_TEXT || other.text.length >= LEAST_TEXT) return one.text === other.text;
  if (one.edges.length === 0 || other.edges.length === 0) return false;
  const different = one.edges.filter((edge, at) => edge !== other.edges[at]).length;
  const marked = one.edges.filter(Boolean).length + other.edges.filter(Boolean).length;
  // Relative to what is on the page: most of a page is white, in every document.
  return different / marked <= MOST_DIFFERENT;
}
