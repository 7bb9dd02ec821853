import { writeFileSync } from 'node:fs';
import { checkTemplates, compile, containerDefinitions } from './check.ts';

// `npm run check:infra`: what can be said of the templates without Azure.
if (process.argv.includes('--write')) {
  writeFileSync('infra/azure/containers.json', `${JSON.stringify(containerDefinitions(), undefined, 2)}\n`);
}
const problems = checkTemplates();
process.stdout.write(`${problems.map((problem) => `${problem}\n`).join('')}${compile()}\n`);
process.stdout.write(
  `RESULT ${JSON.stringify({ problems: problems.length, seconds: Math.round(performance.now() / 100) / 10 })}\n`,
);
process.exitCode = problems.length > 0 ? 1 : 0;
