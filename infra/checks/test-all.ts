import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mainStories } from './main-stories.ts';

// `npm test`: the static checks beside the tests of the API, then the main stories in a browser. Its time is shown and
// fails nothing, because machines differ.

const vitest = ['node_modules/vitest/vitest.mjs', 'run'];
const ofTheApi = ['quick', 'storage', 'processes'].flatMap((project) => ['--project', project]);
const titles = Object.values(mainStories).flat();
const onlyMain = [
  '-t',
  `^(?:${titles.map((title) => title.replaceAll(/[.?()]/g, String.raw`\$&`)).join('|')})$`,
];
const report = '--outputFile.json=.cache/test-results/browser.json';

// The type checker and the lint that needs types are written in Go, and take a third less of the machine on one.
const onOneProcessor = { GOMAXPROCS: '1' };

const startedAt = performance.now();
const first = await Promise.all([
  succeeds(['infra/local/run-script.ts', 'check'], onOneProcessor),
  succeeds([...vitest, ...ofTheApi, '--tags-filter', '!long']),
]);
const inBrowser = await succeeds([...vitest, '--project', 'browser', ...onlyMain, report]);
const seconds = Math.round((performance.now() - startedAt) / 1000);
process.stdout.write(`RESULT ${JSON.stringify({ seconds })}\n`);
process.exitCode = [...first, inBrowser].every(Boolean) ? 0 : 1;

async function succeeds(args: string[], environment = {}): Promise<boolean> {
  const env = { ...process.env, ...environment };
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit', env }), 'exit');
  return code === 0;
}
