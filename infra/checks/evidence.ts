import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as z from 'zod';

const root = path.resolve(import.meta.dirname, '../..');

export interface NamedTest {
  /** From the root of the project. */
  file: string;
  /** A part of the title. */
  title: string;
}

/** Lists the tests that the security evidence names. */
export function namedTests(): NamedTest[] {
  const text = readFileSync(path.join(root, 'infra/docs/security.md'), 'utf8');
  const named = [...text.matchAll(/`([\w/.-]+\.(?:test|e2e)\.ts)`((?:,? "[^"]+")*)/g)].flatMap(
    ([, file = '', titles = '']) =>
      [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => ({ file, title })),
  );
  return [...new Map(named.map((each) => [`${each.file} ${each.title}`, each])).values()];
}

const Report = z.object({
  startTime: z.number(),
  testResults: z.array(
    z.object({
      name: z.string(),
      assertionResults: z.array(z.object({ fullName: z.string(), status: z.string() })),
    }),
  ),
});

/** Sorts the named tests by their outcome in a run: one that runs with several values passes if all of them do. */
export function evidenceOf(report: Pick<z.input<typeof Report>, 'testResults'>, named: readonly NamedTest[]) {
  const files = new Map(
    report.testResults.map(({ name, assertionResults }) => [
      path.relative(root, name).replaceAll(path.sep, '/'),
      assertionResults,
    ]),
  );
  const outcomes = Object.groupBy(named, ({ file, title }) => {
    const ran = (files.get(file) ?? []).filter(({ fullName }) => isTitled(fullName, title));
    if (ran.some(({ status }) => status === 'failed')) return 'failed';
    return ran.some(({ status }) => status === 'passed') ? 'passed' : 'notRun';
  });
  return { passed: [], failed: [], notRun: [], ...outcomes };
}

/** Titles are named with their placeholders, which a run replaces by values. */
function isTitled(fullName: string, title: string): boolean {
  const parts = title.split(/%[sdifjo%]|\$\{[^}]*\}|\$[\w.]+/);
  return new RegExp(parts.map(escaped).join('.*')).test(fullName);
}

const escaped = (text: string) => text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);

// `npm run check evidence` reads the reports of the last `npm test`: one of the API's tests, and one of the browser stories.
if (import.meta.main) {
  const reports = globSync(path.join(root, '.cache/test-results/*.json')).map((file) =>
    Report.parse(JSON.parse(readFileSync(file, 'utf8'))),
  );
  if (reports.length === 0) throw new Error('No test has run: npm test');
  const testResults = reports.flatMap((report) => report.testResults);
  const { passed, failed, notRun } = evidenceOf({ testResults }, namedTests());
  for (const { file: of, title } of failed) process.stdout.write(`Failed: ${of} "${title}"\n`);
  for (const { file: of, title } of notRun) process.stdout.write(`Not run: ${of} "${title}"\n`);
  const run = new Date(Math.min(...reports.map(({ startTime }) => startTime))).toISOString();
  const counts = { passed: passed.length, failed: failed.length, notRun: notRun.length };
  process.stdout.write(`RESULT ${JSON.stringify({ run, ...counts })}\n`);
  if (failed.length > 0) process.exitCode = 1;
}
