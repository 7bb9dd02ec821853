const unwanted = /[\p{Cc}\u2028\u2029]/gu;
const formulaStart = /^[=+\-@＝＋－＠]/u;

/**
 * One cell of an export. The specification replaces commas and removes line breaks; ASVS 1.2.10 keeps spreadsheets
 * from running a cell, which alters free text that begins like a formula.
 */
export function csvCell(value: string | number | boolean | null | undefined): string {
  const text = String(value ?? '')
    .replaceAll(unwanted, '')
    .replaceAll(',', ' ')
    .trim();
  const guarded = formulaStart.test(text) ? `'${text}` : text;
  return guarded.includes('"') ? `"${guarded.replaceAll('"', '""')}"` : guarded;
}

/** Records of cells, the header first; the mark at the beginning tells spreadsheets that it is UTF-8. */
export function csvText(rows: readonly (readonly Parameters<typeof csvCell>[0][])[]): string {
  return `\uFEFF${rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('')}`;
}
