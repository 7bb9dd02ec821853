import { Stryker } from '@stryker-mutator/core';
import { areas, type Area } from './areas.ts';

type Results = Awaited<ReturnType<Stryker['runMutationTest']>>;

const MIN_SCORE = 85;

const isSample = process.argv.includes('--sample');
const chosen = process.argv.slice(2).filter((word) => !word.startsWith('--'));

const isChosen = (name: string) => chosen.some((word) => name === word || name.startsWith(`${word}/`));

let worst = 100;
for (const [area, parts] of chosenAreas()) {
  const results: Results = [];
  for (const part of parts) {
    const ofPart = await mutate(part);
    if (part.name !== area) print({ part: part.name, ...counted(ofPart) });
    results.push(...ofPart);
  }
  const counts = counted(results);
  print({ area, ...counts });
  worst = Math.min(worst, counts.score);
}
process.stdout.write(`RESULT ${JSON.stringify({ worst, wanted: MIN_SCORE })}\n`);
process.exitCode = worst >= MIN_SCORE ? 0 : 1;

/** Returns all areas with their parts, or the named ones, such as `pipeline` or only `pipeline/requests`. */
function chosenAreas(): Map<string, Area[]> {
  const found = areas.filter(({ name }) => chosen.length === 0 || isChosen(name));
  if (found.length === 0) throw new Error(`Choose of ${areas.map(({ name }) => name).join(', ')}.`);
  return Map.groupBy(found, ({ name }) => (chosen.includes(name) ? name : (name.split('/')[0] ?? name)));
}

function print(line: object): void {
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/**
 * Results for unchanged code and tests are stored, even after an interruption: the next run continues from there, so
 * that an area can be done in pieces. Mutants of code that runs when a module loads are left out, because each would
 * need every test again.
 */
function mutate({ name, mutate: files, sample, tests }: Area): Promise<Results> {
  const file = `.cache/mutation/${name.replace('/', '-')}`;
  process.env['MUTATION_TESTS'] = tests.join(' ');
  return new Stryker({
    testRunner: 'vitest',
    vitest: { configFile: 'infra/mutation/vitest.config.ts' },
    mutate: [...(isSample ? sample : files), '!**/*.{test,test-d}.ts'],
    reporters: ['json', 'html', ...(isSample ? [] : ['progress-append-only'])],
    jsonReporter: { fileName: `${file}.json` },
    htmlReporter: { fileName: `${file}.html` },
    ignorePatterns: ['.cache', '.local', '.deploy'],
    tempDirName: `.cache/stryker-${name.replace('/', '-')}`,
    incremental: !isSample,
    incrementalFile: `${file}.known.json`,
    ignoreStatic: true,
    // Stryker's own reading of tsconfig needs an API that TypeScript 7 does not have.
    tsconfigFile: 'none',
    disableTypeChecks: false,
    concurrency: 2,
    // Long, because on a busy machine a merely slow test would count as one that noticed.
    timeoutMS: 20_000,
  }).runMutationTest();
}

function counted(results: Results) {
  const count = (...statuses: string[]) => results.filter(({ status }) => statuses.includes(status)).length;
  const killed = count('Killed', 'Timeout');
  const survived = count('Survived', 'NoCoverage');
  const score = Math.round((1000 * killed) / Math.max(1, killed + survived)) / 10;
  return { score, killed, survived, leftOut: count('Ignored', 'CompileError', 'RuntimeError') };
}
