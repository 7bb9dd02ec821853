// Adds up vitest's JSON reports: `N passed, N failed`. What failed without being a test (types, lint, a file that could
// not be loaded, no test at all) counts as one failure, so that the line never says less than the exit code. What
// failed stands right before that line, where a log cut to its end still has it.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const [folder, status] = process.argv.slice(2);
let passed = 0;
let failed = 0;
for (const name of listJson(folder)) {
  const report = JSON.parse(readFileSync(join(folder, name), 'utf8'));
  const broken = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  );
  for (const { name: file, assertionResults, message } of report.testResults) {
    const tests = assertionResults.filter((test) => test.status === 'failed');
    for (const { fullName, failureMessages } of tests) describe(file, fullName, failureMessages.join('\n'));
    if (tests.length === 0 && message) describe(file, 'could not be loaded', message);
  }
  passed += report.numPassedTests;
  failed += report.numFailedTests + broken.length;
}
if (failed === 0 && (status !== '0' || passed === 0)) failed = 1;
process.stdout.write(`${passed} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;

function describe(file, title, message) {
  process.stdout.write(
    `FAILED ${relative('.', file)} > ${title}\n${message.length > 1200 ? `${message.slice(0, 500)}\n…\n${message.slice(-600)}` : message}\n\n`,
  );
}

function listJson(of) {
  try {
    return readdirSync(of).filter((name) => name.endsWith('.json'));
  } catch {
    return [];
  }
}
