import { upwardImports } from './floors.ts';
import { readFileSync } from 'node:fs';
import { findCycle, readImports, sourceFiles } from './import-graph.ts';
import { repeatedKinds } from './record-kinds.ts';

// Part of `npm run check`: imports of the API lead down its floors, no files import each other in a circle, and
// each kind of record is declared once.

const files = sourceFiles([
  '{functions,shared,web}/src/**/*.{ts,tsx}',
  'web/e2e/**/*.ts',
  'infra/**/*.{ts,mjs}',
]);
const graph = readImports(files);
const cycle = findCycle(graph);
const sources = new Map(files.map((file) => [file, readFileSync(file, 'utf8')]));
const findings = [
  ...repeatedKinds(sources),
  ...upwardImports(graph).map((arrow) => `This import leads to a higher floor: ${arrow}`),
  ...(cycle ? [`These files import each other in a circle: ${cycle.join(' → ')}`] : []),
];
process.stdout.write(findings.map((finding) => `${finding}\n`).join(''));
process.exitCode = findings.length > 0 ? 1 : 0;
