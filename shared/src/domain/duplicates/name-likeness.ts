/** A name without what people type differently: marks, spaces, hyphens, case, and the nickname for the name. */
export function plainFirstName(name: string): string {
  const letters = plainLastName(name);
  return fullNames.get(letters) ?? letters;
}

export function plainLastName(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/[^\p{L}]/gu, '')
    .toLowerCase();
}

const nicknames: Record<string, string> = {
  alexander: 'alex sandy xander',
  andrew: 'andy drew',
  anthony: 'tony',
  barbara: 'barb babs',
  catherine: 'cathy kathy kate katherine kathryn cathryn katie kay',
  charles: 'charlie chuck',
  christopher: 'chris kit',
  daniel: 'dan danny',
  deborah: 'deb debbie debra',
  donald: 'don donnie',
  dorothy: 'dot dottie dolly',
  edward: 'ed eddie ted ned',
  elizabeth: 'liz beth betty lizzie eliza betsy libby elisabeth',
  eugene: 'gene',
  frances: 'fran francie',
  frederick: 'fred freddie',
  gerald: 'gerry jerry',
  gregory: 'greg',
  harold: 'hal harry',
  helen: 'nell nellie',
  james: 'jim jimmy jamie',
  jeffrey: 'jeff geoffrey',
  jennifer: 'jen jenny',
  john: 'johnny jack jon',
  joseph: 'joe joey',
  judith: 'judy',
  kenneth: 'ken kenny',
  lawrence: 'larry laurence',
  leonard: 'len lenny',
  margaret: 'maggie meg peggy marge margie',
  matthew: 'matt',
  michael: 'mike mick mickey',
  nancy: 'nan',
  nicholas: 'nick nicolas',
  pamela: 'pam',
  patricia: 'patty tricia trish',
  peter: 'pete',
  philip: 'phil phillip',
  raymond: 'ray',
  richard: 'dick rick ricky rich',
  robert: 'bob bobby rob robbie bert',
  ronald: 'ron ronnie',
  samuel: 'sam sammy',
  sandra: 'sandy',
  stephen: 'steve steven stevie',
  susan: 'sue susie suzanne',
  theodore: 'theo',
  theresa: 'terry tess teresa',
  thomas: 'tom tommy',
  timothy: 'tim',
  virginia: 'ginny',
  walter: 'walt wally',
  william: 'bill billy will willie liam',
};

const fullNames = new Map(
  // The first name that claims a nickname keeps it: one form is what matters, not which.
  Object.entries(nicknames)
    .toReversed()
    .flatMap(([name, short]) => short.split(' ').map((nickname) => [nickname, name] as const)),
);

const soundexCodes: Record<string, string> = Object.fromEntries(
  ['bfpv', 'cgjkqsxz', 'dt', 'l', 'mn', 'r'].flatMap((letters, index) =>
    Array.from(letters, (letter) => [letter, String(index + 1)]),
  ),
);

/** American Soundex: h and w do not part two letters of one code, vowels do. */
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

/** Letters of both within the window of Jaro, and half of those that stand in another order. */
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
