import { readFileSync } from 'node:fs';
import path from 'node:path';
import { findCycle, readImports, sourceFiles } from './import-graph.ts';

// `npm run count:rooms`: no folder so full that a newcomer has to read a list, and no files that import in a circle.

export const MAX_FILES = 16;

if (import.meta.main) {
  const files = sourceFiles([
    '{functions,shared,web}/src/**/*.{ts,tsx,css}',
    'web/e2e/**/*.ts',
    'infra/**/*.{ts,mjs}',
  ]);
  const cycle = findCycle(readImports(files.filter((file) => /\.tsx?$/.test(file))));
  const findings = [
    ...crowdedFolders(files),
    ...(cycle ? [`These import in a circle: ${cycle.join(' → ')}`] : []),
  ];
  process.stdout.write(findings.map((finding) => `${finding}\n`).join(''));
  process.stdout.write(`RESULT ${JSON.stringify(measured(files))}\n`);
  process.exitCode = findings.length > 0 ? 1 : 0;
}

export function crowdedFolders(files: string[]): string[] {
  return [...filesPerFolder(files)].flatMap(([folder, count]) =>
    count > MAX_FILES ? [`${folder} has ${count} files, more than ${MAX_FILES}: give it rooms.`] : [],
  );
}

function filesPerFolder(files: string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const file of files) counts.set(path.dirname(file), (counts.get(path.dirname(file)) ?? 0) + 1);
  return counts;
}

function measured(files: string[]) {
  const counts = [...filesPerFolder(files)].toSorted(([, one], [, two]) => two - one);
  const sized = files
    .map((file) => ({ file, lines: readFileSync(file, 'utf8').trimEnd().split('\n').length }))
    .toSorted((one, two) => one.lines - two.lines);
  const largest = sized.at(-1);
  return {
    folders: counts.length,
    fullest: counts[0]?.join(': '),
    files: files.length,
    medianLines: sized[Math.floor(sized.length / 2)]?.lines,
    largest: `${largest?.file}: ${largest?.lines}`,
  };
}
