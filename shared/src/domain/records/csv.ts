const unwanted = /[\p{Cc}\u2028\u2029]/gu;
/** Also in the wide and small forms, and behind characters that show nothing. */
const formulaStart = /^\p{Default_Ignorable_Code_Point}*[=+\-@＝＋－＠﹢﹣﹦﹫]/u;
const plainNumber = /^[+-]?\d+(\.\d+)?$/;

const anyUnwanted = /[\p{Cc}\u2028\u2029,]|^\s|\s$/u;

/** The specification replaces commas and removes line breaks. */
export const csvCell = (text: string): string =>
  anyUnwanted.test(text) ? text.replaceAll(unwanted, '').replaceAll(',', ' ').trim() : text;

/** ASVS 1.2.10: no spreadsheet runs a cell. A number is no formula, and longitudes begin with a minus. */
function guarded(cell: string): string {
  return formulaStart.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
}

/** Of csv-stringify, for every file we write: the mark at the beginning tells spreadsheets that it is UTF-8. */
export const csvFormat = {
  bom: true,
  record_delimiter: 'windows',
  /** Where a comma is a decimal point, a spreadsheet takes this for the end of a cell. */
  quoted_match: /;/,
  cast: { boolean: String, string: (text: string) => guarded(csvCell(text)) },
} as const;
