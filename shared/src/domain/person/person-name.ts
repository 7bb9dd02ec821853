/**
 * Splits a display name as the specification says: a single word is the last name; with more than two words
 * the first and the last word are used.
 */
export function splitName(fullName: string): { FirstName: string; LastName: string } {
  const words = fullName.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  return { FirstName: words.length > 1 ? (words[0] ?? '') : '', LastName: last };
}
