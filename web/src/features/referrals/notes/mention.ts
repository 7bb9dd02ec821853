/** A name being typed after an @. */
export interface OpenMention {
  /** The position of the @. */
  from: number;
  typed: string;
}

const LONGEST = 40;

/** The mention at the caret. An @ inside a word, as in an email address, starts none. */
export function openMention(text: string, caret: number): OpenMention | undefined {
  const from = text.lastIndexOf('@', caret - 1);
  const typed = text.slice(from + 1, caret);
  const isWithinWord = /[\p{L}\p{N}]/u.test(text.slice(Math.max(0, from - 1), from));
  if (caret === 0 || from === -1 || isWithinWord || typed.length > LONGEST || /^\s|\n/.test(typed))
    return undefined;
  return { from, typed };
}

const MOST = 6;

/** The people with a name that begins with the typed text; no one once a name is complete. */
export function peopleCalled<P extends { FullName: string }>(typed: string, people: readonly P[]): P[] {
  const wanted = typed.toLowerCase();
  if (people.some(({ FullName }) => wanted.startsWith(FullName.toLowerCase()))) return [];
  return people
    .filter(({ FullName }) => ` ${FullName.toLowerCase()}`.includes(` ${wanted}`))
    .toSorted((a, b) => a.FullName.localeCompare(b.FullName))
    .slice(0, MOST);
}

/** Replaces the typed part with the full name and returns the new caret position. */
export function withMention(text: string, { from, typed }: OpenMention, name: string) {
  const before = `${text.slice(0, from)}@${name} `;
  const after = text.slice(from + 1 + typed.length).replace(/^ /, '');
  return { text: before + after, caret: before.length };
}

interface TextPart {
  /** The position in the text. */
  at: number;
  part: string;
  isMention: boolean;
}

/** Splits a text at the mentions of people; the longest name wins. */
export function partsWithMentions(text: string, people: readonly { FullName: string }[]): TextPart[] {
  const names = people.map(({ FullName }) => FullName).toSorted((one, other) => other.length - one.length);
  const parts: TextPart[] = [];
  let from = 0;
  for (let at = text.indexOf('@'); at >= 0; at = text.indexOf('@', Math.max(at + 1, from))) {
    const name = names.find((each) => isNameAt(text, at + 1, each));
    if (name === undefined) continue;
    parts.push({ at: from, part: text.slice(from, at), isMention: false });
    from = at + 1 + name.length;
    parts.push({ at, part: text.slice(at, from), isMention: true });
  }
  return [...parts, { at: from, part: text.slice(from), isMention: false }].filter(({ part }) => part !== '');
}

const isNameAt = (text: string, at: number, name: string): boolean =>
  text.startsWith(name, at) && !/[\p{L}\p{N}]/u.test(text.slice(at + name.length, at + name.length + 1));
