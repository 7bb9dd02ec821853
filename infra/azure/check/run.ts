import { readFileSync, writeFileSync } from 'node:fs';
import {
  apiSettings,
  checkTemplates,
  compile,
  containerDefinitions,
  operations,
  pageWithCosts,
} from './check.ts';

// `npm run check infra` checks the templates without Azure. `-- --settings` prints the API's settings in them.
if (process.argv.includes('--settings')) {
  process.stdout.write(`${JSON.stringify(apiSettings())}\n`);
} else {
  if (process.argv.includes('--write')) {
    writeFileSync('infra/azure/containers.json', `${JSON.stringify(containerDefinitions(), undefined, 2)}\n`);
    writeFileSync(operations, pageWithCosts(readFileSync(operations, 'utf8')));
  }
  const compiled = compile();
  const problems = [...checkTemplates(), ...compiled.problems];
  process.stdout.write(`${problems.map((problem) => `${problem}\n`).join('')}${compiled.verdict}\n`);
  const seconds = Math.round(performance.now() / 100) / 10;
  process.stdout.write(`RESULT ${JSON.stringify({ problems: problems.length, seconds })}\n`);
  process.exitCode = problems.length > 0 ? 1 : 0;
}
