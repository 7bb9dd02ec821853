import { upwardImports } from './floors.ts';
import { findCycle, readImports, sourceFiles } from './import-graph.ts';

// Part of `npm run check`: imports of the API lead down its floors, and no files import each other in a circle.

const files = sourceFiles([
  '{functions,shared,web}/src/**/*.{ts,tsx}',
  'web/e2e/**/*.ts',
  'infra/**/*.{ts,mjs}',
]);
const graph = readImports(files);
const cycle = findCycle(graph);
const findings = [
  ...upwardImports(graph).map((arrow) => `This import leads to a higher floor: ${arrow}`),
  ...(cycle ? [`These files import each other in a circle: ${cycle.join(' → ')}`] : []),
];
process.stdout.write(findings.map((finding) => `${finding}\n`).join(''));
process.exitCode = findings.length > 0 ? 1 : 0;
