import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { scripts } from '../local/script-areas.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');
const manifest = z
  .object({ version: z.string(), scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')));

const documents = globSync(
  ['*.md', 'infra/{docs,decisions}/*.md', 'infra/azure/*.md', '.github/*.md', '.github/workflows/*.yml'],
  { cwd: root },
);
const pages = documents.filter((file) => file.endsWith('.md'));

test.each(pages)('every relative link of %s leads to a file and a heading', (file) => {
  const links = [...read(file).matchAll(/(?:\]\(|(?:src|srcset)=")([^)"\s]+)/g)].map(([, link = '']) => link);
  const relative = links.filter((link) => !/^[a-z]+:/.test(link));
  expect(relative.filter((link) => !isThere(file, link))).toEqual([]);
});

test('a link to a missing file or heading is found', () => {
  expect(isThere('README.md', 'infra/docs/operations.md#the-first-day')).toBe(true);
  expect(isThere('README.md', 'infra/docs/missing.md')).toBe(false);
  expect(isThere('README.md', 'infra/docs/operations.md#the-last-day')).toBe(false);
});

/** Headings have the addresses that GitHub gives them. */
function isThere(from: string, link: string): boolean {
  const [target = '', heading] = link.split('#');
  const file = target === '' ? from : path.join(path.dirname(from), target);
  if (!existsSync(path.join(root, file))) return false;
  if (heading === undefined) return true;
  const headings = read(file).match(/^#+ .+$/gm) ?? [];
  return headings.some((line) => addressOf(line) === heading);
}

const addressOf = (line: string) =>
  line
    .replace(/^#+ /, '')
    .toLowerCase()
    .replaceAll(/[^\w\s-]/g, '')
    .replaceAll(' ', '-');

test.each(documents)('%s names only commands and files that exist', (file) => {
  const text = read(file);
  const commands = [...text.matchAll(/npm run (?:--silent )?([\w:-]+)/g)].map(([, name = '']) => name);
  expect(commands.filter((name) => !manifest.scripts[name])).toEqual([]);
  const areas = [...text.matchAll(/npm run (test:long|bench|check|build) ([\w-]+)/g)];
  expect(areas.filter(([, script = '', area = '']) => !scripts[script]?.[area])).toEqual([]);
  const files = [...text.matchAll(/`((?:functions|infra|shared|web)\/[\w./-]+\.\w+)`/g)].map(
    ([, name = '']) => name,
  );
  expect(files.filter((name) => !globSync(name, { cwd: root }).length)).toEqual([]);
});

test('comments name only files that exist', () => {
  const files = globSync(
    ['{functions,infra,shared,web}/**/*.{ts,tsx,mjs,css,bicep,md}', '*.ts', '{.github/,}*.md'],
    {
      cwd: root,
      exclude: ['**/node_modules', '**/dist'],
    },
  ).map((file) => file.replaceAll(path.sep, '/'));
  const exists = (name: string) =>
    files.some((file) => `/${file}`.endsWith(`/${name.replace(/^(?:\.{1,2}\/)+/, '')}`));
  const missing = files.flatMap((file) =>
    namedInComments(file)
      .filter((name) => !exists(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(missing).toEqual([]);
});

/**
 * Markdown counts as one comment. Tests of the Cosmos SDK end in `.spec.ts`, generated types in `.d.ts`; a name in a web address is not a file
 * here.
 */
function namedInComments(file: string): string[] {
  const text = read(file);
  const comments = file.endsWith('.md')
    ? [text]
    : (text.match(/(?<![:'"`])\/\/ .*|\/\*\*?\s[^]*?\*\//g) ?? []);
  return comments.flatMap(
    (comment) =>
      comment
        .replaceAll(/https?:\S+/g, '')
        .match(/(?<![\w./-])[\w./-]*\w(?<!\.(?:spec|d))\.(?:ts|tsx|mjs|css|bicep|md)(?![\w-])/g) ?? [],
  );
}

test('the security evidence names only existing tests', () => {
  const named = [
    ...read('infra/docs/security.md').matchAll(/`([\w/.-]+\.(?:test|e2e)\.ts)`((?:,? "[^"]+")*)/g),
  ];
  expect(named.length).toBeGreaterThan(15);
  for (const [, file = '', titles = ''] of named)
    for (const [, title = ''] of titles.matchAll(/"([^"]+)"/g)) expect(read(file)).toContain(title);
});

test('the workflows contain no secret and only the permissions that they need', () => {
  for (const file of globSync('.github/workflows/*.yml', { cwd: root })) {
    const text = read(file);
    expect(text).not.toMatch(/secrets\./);
    expect(text).toMatch(/^permissions:\n  contents: read$/m);
    expect(text).not.toMatch(/: write(?<!id-token: write)/);
  }
});

test('the policy and the evidence have the same times for fixes', () => {
  const [, urgent, other] =
    /within (\d+) days when[^.]*within (\d+) otherwise/.exec(read('.github/SECURITY.md')) ?? [];
  expect(read('infra/docs/security.md')).toContain(`as a document: ${urgent} and ${other} days`);
});

test('the changelog includes the version of the product', () => {
  expect(read('CHANGELOG.md')).toContain(`\n## ${manifest.version}\n`);
});
