import { composedLabel } from './composed-label.ts';
import type { LabelRow } from './label.ts';
import { corrected, unglued } from './label-spelling.ts';
import { labels } from './labels.ts';

// Finds the words of labels in a text.

export interface Token {
  plain: string;
  start: number;
  end: number;
}

export function tokensOf(text: string, isCorrected = false): Token[] {
  return [...text.matchAll(/[\p{L}\d'’.]+(?:\(e?s\))?/gu)].flatMap((match) => {
    const typed = plainOf(match[0]);
    const pieces = unglued(typed);
    const plain = isCorrected ? corrected(typed) : typed;
    if (!pieces) return [{ plain, start: match.index, end: match.index + match[0].length }];
    let start = match.index;
    return pieces.map((piece) => {
      const token = { plain: piece, start, end: endOfPiece(text, start, piece.length) };
      start = token.end;
      return token;
    });
  });
}

const plainOf = (text: string) => text.toLowerCase().replaceAll(/\(e?s\)|['’.]/g, '');

/** Behind as many signs as the piece has, beside those that are left out. */
function endOfPiece(text: string, start: number, length: number): number {
  let end = start;
  for (let left = length; left > 0; end += 1) if (!/['’.]/.test(text[end] ?? '')) left -= 1;
  return end;
}

const phrases = phraseTree(labels.flatMap((row) => row.said.map((said) => ({ said, row }))));

interface Phrase {
  said: string;
  words: readonly string[];
  row: LabelRow;
}

function phraseTree(all: readonly { said: string; row: LabelRow }[]): Map<string, Phrase[]> {
  const tree = new Map<string, Phrase[]>();
  const known = new Set<string>();
  for (const { said, row } of all) {
    // The first row that has the words wins.
    if (known.has(said)) continue;
    known.add(said);
    const words = said.split(' ');
    const [first = ''] = words;
    tree.set(first, [...(tree.get(first) ?? []), { said, words, row }]);
  }
  for (const same of tree.values()) same.sort((a, b) => b.words.length - a.words.length);
  return tree;
}

/** The longest known label that begins with this word. */
function phraseAt(text: string, tokens: readonly Token[], at: number, of = text) {
  for (const { said, words, row } of phrases.get(tokens[at]?.plain ?? '') ?? []) {
    const own = tokens.slice(at, at + words.length);
    const last = own.at(-1);
    const isSame = own.length === words.length && own.every(({ plain }, index) => plain === words[index]);
    const isTogether = own.every((token, index) => {
      const before = own[index - 1];
      return !before || /^[\s/#&(),.-]*$/.test(of.slice(before.end, token.start));
    });
    if (last && isSame && isTogether) return { said, row, end: last.end, next: at + words.length };
  }
  return undefined;
}

/** Words that mean a label together, although the tables do not have them so. */
function composedAt(text: string, tokens: readonly Token[], at: number, isAlone = false) {
  const run = runFrom(text, tokens.slice(at));
  const found = composedLabel(run.map(({ plain }) => plain));
  const last = found && run[found.length - 1]?.token;
  // One word alone may be anything.
  if (!last || (found.length === 1 && !isAlone && !/^\s*[:/]/.test(text.slice(last.end)))) return undefined;
  const said = run.slice(0, found.length).map(({ plain }) => plain);
  return { said: said.join(' '), row: found.row, end: last.end, next: tokens.indexOf(last) + 1 };
}

/** Words side by side, and the marks that join them. */
function runFrom(text: string, tokens: readonly Token[]): { plain: string; token: Token }[] {
  const run: { plain: string; token: Token }[] = [];
  for (const [index, token] of tokens.entries()) {
    const before = index === 0 ? '' : text.slice(tokens[index - 1]?.end, token.start);
    if (!/^[\s#.()'’-]*[,/&]?[\s#.()'’-]*$/.test(before)) break;
    const mark = /[,/&]/.exec(before)?.[0];
    if (mark !== undefined) run.push({ plain: mark, token });
    run.push({ plain: token.plain, token });
  }
  return run;
}

/** The longer of a label of the table and one that is read word by word. */
export function longestAt(text: string, tokens: readonly Token[], at: number, isAlone = false) {
  const known = phraseAt(text, tokens, at);
  const composed = composedAt(text, tokens, at, isAlone);
  return known && composed ? (composed.end > known.end ? composed : known) : (known ?? composed);
}
