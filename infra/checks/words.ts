import { globSync, readFileSync } from 'node:fs';
import { parseSync, Visitor } from 'oxc-parser';

// Finds texts, comments, test titles and sentences of documents that are not plain American English; terms.md has the
// words that we use.

export interface Text {
  file: string;
  line: number;
  kind: 'comment' | 'title' | 'text' | 'item' | 'paragraph' | 'cell';
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

/** The longest sentence of a document. */
const MOST_WORDS = 30;

export function findingsIn(text: Text): WordFinding[] {
  const opening =
    ['comment', 'title', 'item'].includes(text.kind) && opener.test(capitalized(text.words))
      ? [opener.exec(capitalized(text.words))?.[0] ?? '']
      : [];
  return [
    ...opening.map((word) => `begins with "${word}"`),
    ...unwanted.flatMap(([pattern, instead]) => {
      const found = pattern.exec(text.words);
      return found ? [`"${found[0]}": say ${instead}`] : [];
    }),
    ...(text.kind === 'comment' && relativeClauses(text.words) > 2 ? ['has several relative clauses'] : []),
    ...(['item', 'paragraph'].includes(text.kind) && longestSentence(text.words) > MOST_WORDS
      ? [`has a sentence of ${longestSentence(text.words)} words`]
      : []),
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

const longestSentence = (words: string) =>
  Math.max(...words.split(/[.!?:;]["”)*]*\s/).map((sentence) => sentence.match(/\w\S*/g)?.length ?? 0));

/** Collects the comments, test titles and visible texts of these TypeScript files, and the sentences of documents. */
export function textsOf(patterns: string[]): Text[] {
  const files = globSync(patterns, { exclude: ['**/node_modules/**', '**/dist/**'] });
  return files.flatMap((file) =>
    (file.endsWith('.md') ? sentencesIn : textsIn)(file, readFileSync(file, 'utf8')),
  );
}

/** Code and addresses are not words. */
function sentencesIn(file: string, source: string): Text[] {
  const prose = source
    .replaceAll(/^```[^]*?^```/gm, (block) => block.replaceAll(/[^\n]/g, ''))
    .replaceAll(/`[^`]+`/g, 'code')
    .replaceAll(/\]\([^)]*\)|<[^>]+>/g, ' ');
  return [...prose.matchAll(/^#.*|(?:^(?!#).+\n?)+/gm)].flatMap(({ 0: block, index }) => {
    const at = { file, line: prose.slice(0, index).split('\n').length };
    return block.startsWith('|') ? cellsOf(block, at) : itemsOf(block, at);
  });
}

type At = Pick<Text, 'file' | 'line'>;

/** A column named `not` lists words to avoid. */
function cellsOf(table: string, { file, line }: At): Text[] {
  const rows = table.split('\n').map((row) => row.split('|').map(inOneLine));
  const avoided = rows[0]?.indexOf('not');
  return rows.flatMap((row, n) =>
    row
      .filter((_, column) => column !== avoided)
      .map((words) => ({ file, line: line + n, kind: 'cell' as const, words })),
  );
}

function itemsOf(block: string, { file, line }: At): Text[] {
  const marker = /^ *(?:[-*]|\d+\.) /;
  let before = line;
  return block.split(/^(?= *(?:[-*]|\d+\.) )/m).map((part) => {
    const at = { file, line: before };
    before += part.split('\n').length - 1;
    return {
      ...at,
      kind: marker.test(part) ? 'item' : 'paragraph',
      words: inOneLine(part.replace(marker, '')),
    };
  });
}

function textsIn(file: string, source: string): Text[] {
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
