/** Removes the differences between spellings of a name: marks, spaces, hyphens and case. */
export function plainName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase();
}

const soundexCodes: Record<string, string> = Object.fromEntries(
  ['bfpv', 'cgjkqsxz', 'dt', 'l', 'mn', 'r'].flatMap((letters, index) =>
    Array.from(letters, (letter) => [letter, String(index + 1)]),
  ),
);

/** American Soundex: h and w do not separate two letters of one code, vowels do. */
export function soundex(plain: string): string {
  const [first = ''] = plain;
  let code = first;
  let before = soundexCodes[first];
  for (const letter of plain.slice(1)) {
    if (letter === 'h' || letter === 'w') continue;
    const digit = soundexCodes[letter];
    if (digit !== undefined && digit !== before) code += digit;
    before = digit;
  }
  return code.padEnd(4, '0').slice(0, 4);
}

/** Jaro-Winkler: 1 for the same text, 0 for nothing in common. */
export function likeness(a: string, b: string): number {
  if (a === b) return 1;
  const [common, swapped] = commonLetters(a, b);
  if (common === 0) return 0;
  const jaro = (common / a.length + common / b.length + (common - swapped) / common) / 3;
  let prefix = 0;
  while (prefix < 4 && prefix < a.length && a[prefix] === b[prefix]) prefix += 1;
  return jaro + prefix * 0.1 * (1 - jaro);
}

/** Counts the letters that both names have within Jaro's window, and half of those in a different order. */
function commonLetters(a: string, b: string): [common: number, swapped: number] {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const taken = new Set<number>();
  let ofA = '';
  for (let at = 0; at < a.length; at += 1) {
    for (let other = Math.max(0, at - reach); other <= Math.min(b.length - 1, at + reach); other += 1) {
      if (taken.has(other) || b[other] !== a[at]) continue;
      taken.add(other);
      ofA += a[at];
      break;
    }
  }
  const ofB = [...taken].toSorted((x, y) => x - y).map((at) => b[at]);
  return [taken.size, ofB.filter((letter, at) => letter !== ofA[at]).length / 2];
}
