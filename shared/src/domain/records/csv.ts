const unwanted = /[\p{Cc}\u2028\u2029]/gu;
/** Matches the full-width and small forms, too, and skips characters that are invisible. */
const formulaStart = /^\p{Default_Ignorable_Code_Point}*[=+\-@＝＋－＠﹢﹣﹦﹫]/u;
const plainNumber = /^[+-]?\d+(\.\d+)?$/;

const anyUnwanted = /[\p{Cc}\u2028\u2029,]|^\s|\s$/u;

/** The specification replaces commas and removes line breaks. */
export const csvCell = (text: string): string =>
  anyUnwanted.test(text) ? text.replaceAll(unwanted, '').replaceAll(',', ' ').trim() : text;

/** ASVS 1.2.10: no spreadsheet may run a cell. Numbers stay unguarded, because longitudes begin with a minus. */
function guarded(cell: string): string {
  return formulaStart.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
}

/** Options of csv-stringify for every file we write: the byte order mark tells spreadsheets that it is UTF-8. */
export const csvFormat = {
  bom: true,
  record_delimiter: 'windows',
  /** Spreadsheets in locales with a decimal comma take this for the end of a cell. */
  quoted_match: /;/,
  cast: { boolean: String, string: (text: string) => guarded(csvCell(text)) },
} as const;
