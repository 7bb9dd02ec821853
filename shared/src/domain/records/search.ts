/** The specification's search: a case-insensitive substring of any of the chosen fields. */
export function containsText(fields: readonly string[], text: string): boolean {
  const wanted = text.trim().toLowerCase();
  return wanted === '' || fields.some((field) => field.toLowerCase().includes(wanted));
}
