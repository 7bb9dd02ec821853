import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { sourceFiles } from './import-graph.ts';
import { callShape, serverShape } from './server-shape.ts';

// `npm run check shape`: the shape of the server, and how much is between a click and the server in the web, today and
// before both were rebuilt. Tests and test servers are not counted, except for their words. What is no number of lines
// is counted by its sign in the text.

/** The last commit with a version tracker, a queue and a list engine in each corner. */
const BEFORE = 'c2a0067c';

/**
 * Files of requests, reads, lists, live messages and drafts; and forms and lists of features that hold versions or
 * pages.
 */
const dataFile =
  /^web\/src\/(data\/(send|records|live|drafts|use-api)|lib\/(api|live|drafts)\/)|\/(use-form|form-values|use-update-referral|use-quick-edits|use-list|worklist|use-worklist|live-rows|use-notification-feed)\.ts$/;

const signs = {
  /** A file that tracks replacements of versions, or when one was saved. */
  trackers:
    /replaced: (ReadonlySet|Set)<|\betags: readonly|\bsavedAt\?: string|\banswered\?: \{|ownChange = useRef|\.UpdatedAt > \w+\.UpdatedAt/,
  /** A file in which work waits for earlier work. */
  queues: /(?<!export function )\binTurn[<(]|turn: Promise<|lanes = new Map/,
  /** A file that reads one page after the other into a list. */
  listEngines: /async function loadMore\(/,
  /** A file that waits for more hints before it acts. */
  gatherers: /const GATHER_MS/,
};

/** An acceptance from the button to `fetch`: functions by file, in the order of the calls. */
const click: [file: string, functions: string[]][] = [
  ['features/referrals/decision/decision-panel.tsx', ['send']],
  ['features/referrals/decision/decide.ts', ['decide']],
  ['features/referrals/edit/use-update-referral.ts', ['save']],
  ['data/records/use-save.ts', ['save']],
  ['data/send/queue.ts', ['enter']],
  ['data/records/use-save.ts', ['saveOnLatest']],
  ['data/records/merge.ts', ['rebase']],
  ['data/send/use-action.ts', ['send']],
  ['data/send/intent.ts', ['run', 'settle']],
  ['data/send/retry.ts', ['send', 'repeat', 'attempt', 'exchange']],
  ['data/send/transport.ts', ['sendByFetch']],
];

type Texts = ReadonlyMap<string, string>;

const isCounted = (file: string) => /\.(ts|tsx|css)$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file);
const isWeb = (file: string) => file.startsWith('web/') && isCounted(file);
const webOf = (texts: Texts): Texts => new Map([...texts].filter(([file]) => isWeb(file)));
const all: Texts = new Map(
  sourceFiles(['web/src/**/*.{ts,tsx,css}', '{functions,shared}/src/**/*.ts']).map((file) => [
    file,
    readFileSync(file, 'utf8'),
  ]),
);
const allBefore = textsAt(BEFORE);
const today = webOf(all);

const missing = click.flatMap(([file, functions]) => {
  const text = today.get(`web/src/${file}`) ?? '';
  return functions
    .filter((name) => !new RegExp(`\\b${name}(<[^(]*>)?(\\(|: async|: \\(| = (async )?\\()`).test(text))
    .map((name) => `${file}: ${name}`);
});
const result = {
  ...serverShape(all),
  ...callShape(),
  ...shapeOf(today),
  clickToFetchFunctions: click.flatMap(([, functions]) => functions).length,
  clickToFetchFiles: new Set(click.map(([file]) => file)).size,
  ...(allBefore.size > 0 && {
    [`at ${BEFORE}`]: shapeOf(webOf(allBefore)),
  }),
};
process.stdout.write(`RESULT ${JSON.stringify(result)}\n`);
if (missing.length > 0) {
  process.stderr.write(`The way of a click has changed: ${missing.join(', ')} is not there.\n`);
  process.exitCode = 1;
}

function shapeOf(texts: Texts) {
  const data = [...texts].filter(([file]) => dataFile.test(file));
  const filesWith = (sign: RegExp) => [...texts].filter(([, text]) => sign.test(text)).length;
  return {
    dataLines: linesOf(data),
    dataFiles: data.length,
    ...Object.fromEntries(Object.entries(signs).map(([name, sign]) => [name, filesWith(sign)])),
    onChanged: [...texts.values()].join('\n').split(/\bonChanged\b/).length - 1,
    webLines: linesOf(texts),
  };
}

function linesOf(texts: Iterable<[string, string]>): number {
  return [...texts].reduce((sum, [, text]) => sum + text.trimEnd().split('\n').length, 0);
}

/** Empty where git, or the commit, is not there. */
function textsAt(commit: string): Texts {
  const places = ['web/src', 'functions/src', 'shared/src'];
  const files = git('ls-tree', '-r', '--name-only', commit, ...places).split('\n');
  const read = files.filter((file) => /\.(ts|tsx|css)$/.test(file));
  return new Map(read.map((file) => [file, git('show', `${commit}:${file}`)]));
}

function git(...args: string[]): string {
  return spawnSync('git', args, { encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 }).stdout ?? '';
}
