import { readFileSync } from 'node:fs';
import { sourceFiles } from './import-graph.ts';
import { callShape, serverShape } from './server-shape.ts';

// `npm run check shape`: the shape of the server, and how much is between a click and the server in the web. Tests and
// test servers are not counted, except for their words. What is no number of lines is counted by its sign in the text.

/**
 * Files of requests, reads, lists, live messages and drafts; and forms and lists of features that hold versions or
 * pages.
 */
const dataFile =
  /^web\/src\/data\/(send|records|live|drafts|use-api)|\/(use-form|use-update-referral|worklist|use-worklist|live-rows)\.ts$/;

/** A place that merges an edit with what others saved meanwhile: a loop of tries in the web, the rule on the server. */
const mergeLoop = /for \(let (round|tries) = 0; \1 < MAX_|= conflictsOf\(\{/;

type Texts = ReadonlyMap<string, string>;

const isCounted = (file: string) => /\.(ts|tsx|css)$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file);
const isWeb = (file: string) => file.startsWith('web/') && isCounted(file);
const all: Texts = new Map(
  sourceFiles(['web/src/**/*.{ts,tsx,css}', '{functions,shared}/src/**/*.ts']).map((file) => [
    file,
    readFileSync(file, 'utf8'),
  ]),
);
const result = { ...serverShape(all), ...callShape(), ...webShape() };
process.stdout.write(`RESULT ${JSON.stringify(result)}\n`);

function webShape() {
  const texts = [...all].filter(([file]) => isWeb(file));
  const data = texts.filter(([file]) => dataFile.test(file));
  return {
    dataLines: linesOf(data),
    dataFiles: data.length,
    mergeLoops: [...all].filter(([file, text]) => isCounted(file) && mergeLoop.test(text)).length,
    webLines: linesOf(texts),
    ...clickToFetch(),
  };
}

/** Counted in a browser by the story that runs before this. */
function clickToFetch(): { clickToFetchFunctions: number; clickToFetchFiles: number } {
  const called: { file: string }[] = JSON.parse(
    readFileSync('.cache/test-results/click-to-fetch.json', 'utf8'),
  );
  return {
    clickToFetchFunctions: called.length,
    clickToFetchFiles: new Set(called.map(({ file }) => file)).size,
  };
}

function linesOf(texts: Iterable<[string, string]>): number {
  return [...texts].reduce((sum, [, text]) => sum + text.trimEnd().split('\n').length, 0);
}
