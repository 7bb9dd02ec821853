import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

// Lint finds these words in comments and in titles of tests; terms.md has the words that we use.

const unwanted =
  /\b(?:somebody|anybody|nobody|everybody|anew|thereby|whereof|heeds?|mends?|owed|surely|lately|told|for good|at hand|once more|as it is)\b/i;
const exclude = ['**/node_modules/**', '**/dist/**'];
const documents = globSync(['*.md', '.github/*.md', '{functions,shared,infra}/**/*.md'], { exclude });

test('texts and names of the product, and its documents, are plain English', () => {
  const product = globSync('{functions,shared,web}/src/**/*.{ts,tsx}', { exclude });
  const files = [...documents, ...product].filter(
    (file) => !/\.test|\/(?:testing|stories|fixtures)\//.test(file),
  );
  const found = files.flatMap((file) =>
    proseOf(file)
      .split('\n')
      .filter((line) => unwanted.test(line))
      .map((line) => `${file}: ${line.trim()}`),
  );
  expect(found).toEqual([]);
});

test.each(documents)('%s has no sentence of more than 30 words', (file) => {
  const paragraphs = proseOf(file).split(/\n\s*\n|^ *(?:[-*]|\d+\.) |^[#|].*$/m);
  const sentences = paragraphs.flatMap((text) => text.split(/[.!?:;]["”)*]*\s/));
  expect(sentences.filter((sentence) => (sentence.match(/\w\S*/g)?.length ?? 0) > 30)).toEqual([]);
});

/** Code and addresses of a document are not words, nor are those that terms.md names in its third column. */
function proseOf(file: string): string {
  const text = readFileSync(file, 'utf8');
  if (!file.endsWith('.md')) return text;
  return text
    .replaceAll(/^```[^]*?^```/gm, '')
    .replaceAll(/`[^`]+`/g, 'code')
    .replaceAll(/\]\([^)]*\)|<[^>]+>/g, ' ')
    .replaceAll(/^(\|[^|]*\|[^|]*\|).*$/gm, file.endsWith('terms.md') ? '$1' : '$&');
}
