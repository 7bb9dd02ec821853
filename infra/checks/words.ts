import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

// Finds texts, comments and test titles that are not plain American English; terms.md has the words that we use.

export interface Text {
  file: string;
  line: number;
  kind: 'comment' | 'title' | 'text';
  words: string;
}

export interface WordFinding extends Text {
  why: string;
}

const opener = /^(?:Of|What|Who|Whoever|Whatever|Whose|Those|Where|As|So many|One that)\b/;

/** Matched as written in texts, so words with a plain technical meaning are not here. */
const unwanted: [pattern: RegExp, instead: string][] = [
  [/\bsomebody\b/i, 'someone'],
  [/\banybody\b/i, 'anyone'],
  [/\bnobody\b/i, 'no one'],
  [/\beverybody\b/i, 'everyone'],
  [/(?<!(?:Enter|need) a )\bwhole numbers?\b/i, 'full number'],
  [/\banew\b/i, 'again'],
  [/\bthereby\b/i, 'so'],
  [/\bwhereof\b/i, 'of which'],
  [/\bcur(?:e|es|ed|ing)\b/i, 'fix'],
  [/\bheed(?:s|ed|ing)?\b/i, 'handle'],
  [/\bmend(?:s|ed|ing)?\b/i, 'fix'],
  [/\bowed\b/i, 'pending'],
  [/\bsurely\b/i, 'certainly'],
  [/\blately\b/i, 'recently'],
  [/\b(?:is|are|was|were) to be had\b/i, 'is available'],
  [/\bgo(?:es)? by\b/i, 'uses'],
  [/\bcom(?:e|es|ing) of\b/i, 'results from'],
  [/\btold\b/i, 'notified, logged'],
  [/\bfor good\b/i, 'permanently'],
  [/\bat hand\b/i, 'available'],
  [/\bonce more\b/i, 'again'],
  [/\bin the long run\b/i, 'sustained'],
  [/\bas it is\b/i, 'unchanged'],
  [/\bstands? (?:in|on|for|there|beside|alone)\b/i, 'is'],
  [/\blies (?:in|on|there|beside)\b/i, 'is'],
  [/\brooms?\b/i, 'module, folder'],
];

export function findingsIn(text: Text): WordFinding[] {
  const opening =
    text.kind !== 'text' && opener.test(capitalized(text.words))
      ? [opener.exec(capitalized(text.words))?.[0] ?? '']
      : [];
  return [
    ...opening.map((word) => `begins with "${word}"`),
    ...unwanted.flatMap(([pattern, instead]) => {
      const found = pattern.exec(text.words);
      return found ? [`"${found[0]}": say ${instead}`] : [];
    }),
    ...(text.kind === 'comment' && relativeClauses(text.words) > 2 ? ['has several relative clauses'] : []),
  ].map((why) => ({ ...text, why }));
}

const capitalized = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

/** Counts the relative clauses of the sentence with the most. */
const relativeClauses = (words: string) =>
  Math.max(
    ...words
      .split(/[.;:]\s/)
      .map((sentence) => sentence.match(/\b(?:that|which|who|whose|what)\b/g)?.length ?? 0),
  );

/** Collects the comments, test titles and visible texts of these TypeScript files. */
export function textsOf(patterns: string[]): Text[] {
  const files = globSync(patterns, { exclude: ['**/node_modules/**', '**/dist/**'] });
  return files.flatMap((file) => textsIn(file, readFileSync(file, 'utf8')));
}

export function textsIn(file: string, source: string): Text[] {
  const { comments, program } = parseSync(file, source);
  const at = (offset: number) => source.slice(0, offset).split('\n').length;
  const texts: Text[] = joinLines(comments, source)
    .filter(({ words }) => !/^(?:oxlint|eslint|@ts-|\/|<)/.test(words))
    .map(({ start, words }) => ({ file, line: at(start), kind: 'comment', words }));
  const isTest = /\.(?:test|e2e)\.tsx?$/.test(file);
  new Visitor({
    CallExpression({ callee, arguments: [first], start }) {
      const title = isTest && isTestCall(callee) && first?.type === 'Literal' ? first.value : undefined;
      if (typeof title === 'string') texts.push({ file, line: at(start), kind: 'title', words: title });
    },
    JSXText({ value, start }) {
      if (/[a-z]/i.test(value)) texts.push({ file, line: at(start), kind: 'text', words: inOneLine(value) });
    },
    Literal({ value, start }) {
      if (!isTest && typeof value === 'string' && isSentence(value))
        texts.push({ file, line: at(start), kind: 'text', words: value });
    },
    TemplateElement({ value, start }) {
      if (!isTest && isSentence(value.raw))
        texts.push({ file, line: at(start), kind: 'text', words: value.raw });
    },
  }).visit(program);
  return texts;
}

/**
 * A text for people has words with spaces between them; queries and class names are recognized by their punctuation.
 */
const isSentence = (value: string) =>
  /[a-z]{2,} [a-z]{2,}/.test(value) && !/\bSELECT\b|\bc\.[A-Z]|[{};]|=>/.test(value);

function isTestCall(callee: { type: string }): boolean {
  if (callee.type === 'Identifier')
    return 'name' in callee && (callee.name === 'test' || callee.name === 'it');
  if (callee.type === 'MemberExpression' && 'object' in callee) return isTestCall(Object(callee.object));
  return callee.type === 'CallExpression' && 'callee' in callee && isTestCall(Object(callee.callee));
}

interface Comment {
  start: number;
  words: string;
}

/** Lines of `//` that follow each other are one comment. */
function joinLines(comments: { type: string; value: string; start: number; end: number }[], source: string) {
  const joined: (Comment & { end: number; type: string })[] = [];
  for (const { type, value, start, end } of comments) {
    const words = inOneLine(value.replaceAll(/^\s*\*+/gm, ''));
    const last = joined.at(-1);
    if (last && type === 'Line' && last.type === 'Line' && /^\n *$/.test(source.slice(last.end, start)))
      Object.assign(last, { words: `${last.words} ${words}`, end });
    else joined.push({ type, words, start, end });
  }
  return joined.filter(({ words }) => words !== '');
}

const inOneLine = (text: string) => text.replaceAll(/\s+/g, ' ').trim();
