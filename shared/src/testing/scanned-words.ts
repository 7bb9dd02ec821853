import type { Word } from '../reading/words.ts';

// Words as a reader of scans gives them, drawn from those of a typed page: quicker than a scan, and with as many faults as asked.

/** What PP-OCRv4 confuses most on coarse faxes. */
const lookAlikes = new Map(
  Object.entries({
    O: '0',
    '0': 'O',
    o: '0',
    l: '1',
    I: 'l',
    1: 'l',
    S: '5',
    5: 'S',
    B: '8',
    8: 'B',
    Z: '2',
    2: 'Z',
  }).concat(
    Object.entries({
      e: 'c',
      c: 'e',
      n: 'h',
      h: 'b',
      u: 'v',
      a: 'o',
      r: 't',
      t: 'f',
      G: '6',
      6: 'G',
      i: 'l',
      m: 'rn',
      7: '1',
      3: '8',
    }),
  ),
);

/** The words with a share of their letters wrong; in proportion words are lost, cut and glued to the one before. */
export function scannedWords(words: readonly Word[], wrong: number, fraction: () => number): Word[] {
  const scanned: Word[] = [];
  const happens = (share: number) => fraction() < share;
  for (const { style: _, frame: __, ...word } of words) {
    const text = word.text
      .split('')
      .map((letter) => (happens(wrong) ? wrongLetter(letter, fraction) : letter))
      .join('');
    if (text === '' || happens(wrong * 0.4)) continue;
    const read = {
      ...word,
      text,
      confidence: confidenceOf(text === word.text, fraction),
      x: word.x + (fraction() - 0.5) * 0.004,
      y: word.y + (fraction() - 0.5) * 0.003,
      width: word.width * (0.97 + fraction() * 0.05),
      height: word.height * (0.85 + fraction() * 0.2),
    };
    const last = scanned.at(-1);
    if (last && isBeside(last, read) && happens(wrong * 1.5)) scanned.splice(-1, 1, glued(last, read));
    else if (text.length > 4 && happens(wrong * 0.6)) scanned.push(...halves(read));
    else scanned.push(read);
  }
  return scanned;
}

function wrongLetter(letter: string, fraction: () => number): string {
  if (fraction() < 0.7) return lookAlikes.get(letter) ?? letter;
  return fraction() < 0.4 ? '' : `${letter}.`;
}

function confidenceOf(isRight: boolean, fraction: () => number): number {
  const [least, most] = isRight ? (fraction() < 0.1 ? [60, 90] : [88, 99]) : [40, 92];
  return Math.round(least + (most - least) * fraction());
}

function isBeside(one: Word, other: Word): boolean {
  const gap = other.x - one.x - one.width;
  return one.page === other.page && Math.abs(one.y - other.y) < one.height / 3 && gap > 0 && gap < one.height;
}

const glued = (one: Word, other: Word): Word => ({
  ...one,
  text: one.text + other.text,
  width: other.x + other.width - one.x,
  confidence: Math.min(one.confidence ?? 100, other.confidence ?? 100),
});

function halves(word: Word): [Word, Word] {
  const at = Math.floor(word.text.length / 2);
  const width = (word.width * at) / word.text.length;
  return [
    { ...word, text: word.text.slice(0, at), width: width * 0.95 },
    { ...word, text: word.text.slice(at), x: word.x + width, width: word.width - width },
  ];
}
