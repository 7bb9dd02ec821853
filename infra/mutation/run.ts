import { Stryker } from '@stryker-mutator/core';
import { areas, type Area } from './areas.ts';

const LOWEST_SCORE = 85;

const isSample = process.argv.includes('--sample');
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'));

let worst = 100;
for (const name of chosen.length > 0 ? chosen : Object.keys(areas)) {
  const area = areas[name];
  if (!area) throw new Error(`There is no area ${name}, only ${Object.keys(areas).join(', ')}.`);
  const counts = await mutate(name, area);
  process.stdout.write(`${JSON.stringify({ area: name, ...counts })}\n`);
  worst = Math.min(worst, counts.score);
}
process.stdout.write(`RESULT ${JSON.stringify({ worst, wanted: LOWEST_SCORE })}\n`);
process.exitCode = worst >= LOWEST_SCORE ? 0 : 1;

/**
 * What is known of unchanged code and tests is kept, also when it is interrupted: the next run goes on from there, so
 * that an area can be done in pieces. Mutants of code that runs when a module loads are left out: each
 * would need every test anew.
 */
async function mutate(name: string, { mutate: files, sample, tests }: Area) {
  process.env['MUTATION_TESTS'] = tests.join(' ');
  const results = await new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'infra/mutation/vitest.config.ts' },
    mutate: [...(isSample ? sample : files), '!**/*.test.ts'],
    reporters: ['json', 'html', ...(isSample ? [] : ['progress-append-only'])],
    jsonReporter: { fileName: `.cache/mutation/${name}.json` },
    htmlReporter: { fileName: `.cache/mutation/${name}.html` },
    ignorePatterns: ['.cache', '.local', '.deploy'],
    tempDirName: '.cache/stryker',
    incremental: !isSample,
    incrementalFile: `.cache/mutation/${name}.known.json`,
    ignoreStatic: true,
    // Its own reading of tsconfig needs an API that TypeScript 7 does not have.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    concurrency: 2,
    timeoutMS: 8_000,
  }).runMutationTest();
  const count = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  const survived = count('Survived', 'NoCoverage');
  const score = Math.round((1000 * killed) / Math.max(1, killed + survived)) / 10;
  return { score, killed, survived, leftOut: count('Ignored', 'CompileError', 'RuntimeError') };
}
