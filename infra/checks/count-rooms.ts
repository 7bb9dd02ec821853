import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findCycle, readImports, sourceFiles } from './import-graph.ts';

// `npm run count:rooms`: no folder so full that a newcomer has to read a list, and no files that import in a circle.

const MAX_FILES = 16;

/** Folders that may have more; one that has fewer must leave this list. */
const larger: Record<string, number> = {
  // One file an area, one file a story: each is found by its name.
  'shared/src/contract': 22,
  'web/e2e': 26,
  // To get rooms.
  'functions/src/pipeline/request': 18,
  'web/src/app': 32,
  'web/src/components': 20,
  'web/src/lib': 36,
};

const files = sourceFiles([
  '{functions,shared,web}/src/**/*.{ts,tsx,css}',
  'web/e2e/**/*.ts',
  'infra/**/*.{ts,mjs}',
]);
const counts = new Map<string, number>();
for (const file of files) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);

const findings = [...counts].flatMap(([folder, count]) => {
  const most = larger[folder] ?? MAX_FILES;
  if (count > most) return [`${folder} has ${count} files, more than ${most}: give it rooms.`];
  return folder in larger && count <= MAX_FILES
    ? [`${folder} has ${count} files: take it off the list.`]
    : [];
});
const cycle = findCycle(readImports(files.filter((file) => /\.tsx?$/.test(file))));
if (cycle) findings.push(`These import in a circle: ${cycle.join(' → ')}`);

const lines = files
  .map((file) => ({ file, lines: linesOf(file) }))
  .toSorted((one, two) => one.lines - two.lines);
const fullest = [...counts].toSorted(([, one], [, two]) => two - one)[0];
const result = {
  folders: counts.size,
  fullest: fullest?.join(': '),
  files: files.length,
  medianLines: lines[Math.floor(lines.length / 2)]?.lines,
  largest: `${lines.at(-1)?.file}: ${lines.at(-1)?.lines}`,
};
process.stdout.write(
  `${findings.map((finding) => `${finding}\n`).join('')}RESULT ${JSON.stringify(result)}\n`,
);
process.exitCode = findings.length > 0 ? 1 : 0;

function linesOf(file: string): number {
  return readFileSync(file, 'utf8').trimEnd().split('\n').length;
}
