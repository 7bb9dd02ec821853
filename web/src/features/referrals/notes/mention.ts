/** A name that is being typed after an @. */
export interface OpenMention {
  /** Where the @ is. */
  from: number;
  typed: string;
}

const LONGEST = 40;

/** The one the caret stands in: an @ within a word, as in an address, begins none. */
export function openMention(text: string, caret: number): OpenMention | undefined {
  const from = text.lastIndexOf('@', caret - 1);
  const typed = text.slice(from + 1, caret);
  const isWithinWord = /[\p{L}\p{N}]/u.test(text.slice(Math.max(0, from - 1), from));
  if (caret === 0 || from === -1 || isWithinWord || typed.length > LONGEST || /^\s|\n/.test(typed))
    return undefined;
  return { from, typed };
}

const MOST = 6;

/** Whose name, or a part of it, begins so; no one once a name is complete. */
export function peopleCalled<P extends { FullName: string }>(typed: string, people: readonly P[]): P[] {
  const wanted = typed.toLowerCase();
  if (people.some(({ FullName }) => wanted.startsWith(FullName.toLowerCase()))) return [];
  return people
    .filter(({ FullName }) => ` ${FullName.toLowerCase()}`.includes(` ${wanted}`))
    .toSorted((a, b) => a.FullName.localeCompare(b.FullName))
    .slice(0, MOST);
}

/** The text with the whole name in place of what was typed of it, and where the caret is then. */
export function withMention(text: string, { from, typed }: OpenMention, name: string) {
  const before = `${text.slice(0, from)}@${name} `;
  const after = text.slice(from + 1 + typed.length).replace(/^ /, '');
  return { text: before + after, caret: before.length };
}
