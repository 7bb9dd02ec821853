import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { sourceFiles } from './import-graph.ts';

// `npm run count:web` counts the lines of each screen and of the kit. Screens from before the kit are also counted in
// git's history: built by hand, and right after the last of them used the kit.

/** The last commit in which every screen is built by hand. */
const BY_HAND = 'bb7032c2eb75a31e6e1b1221696a8dac3408d94f';
/**
 * Intake, edit and check use the form kit since 9e37730c; the last tables, filters and reads use it since this
 * commit. It has every route and every browser story of the commit above (one of them notifies of the owner instead
 * of the status), and some newer ones. Later additions to the same screens, such as merging, presence and the
 * document viewer, have no counterpart to compare.
 */
const ON_KIT = 'a4af103451287e0673fcd52bdf8c515bb7fdfb71';

/** The kit of new screens: forms, tables, entity pages and readings. Its style sheets are counted below. */
const kit = /^web\/src\/components\/((form|table|entity)\/[a-z-]+|reading)\.tsx?$/;
const kitStyles = /^web\/src\/components\/(form|table|entity)\/.*\.css$/;
const MAX_KIT_LINES = 1500;

/** Pages that were new then; they count as separate screens, whatever their folder. */
const newPages = ['referrals/board', 'eligibility/batch'];
const frame = ['app', 'components', 'lib', 'styles'];

type Lines = ReadonlyMap<string, number>;

const today = byPart(linesOfFiles());
const byHand = byPart(linesInHistory(BY_HAND));
const onKit = byPart(linesInHistory(ON_KIT));
const isKnown = byHand.size > 0 && onKit.size > 0;

const isScreen = (name: string) => !name.startsWith('kit') && !frame.includes(name);
const same = [...byHand.keys()].filter(isScreen);
const others = [...today.keys()].filter((name) => isScreen(name) && !same.includes(name));

print('', ['by hand', 'on the kit', 'today', 'came since']);
for (const name of [...same.toSorted(), ...others.toSorted(), 'kit', 'kit styles', ...frame]) {
  const [now, then] = [today.get(name) ?? 0, onKit.get(name)];
  const since = then !== undefined && same.includes(name) ? now - then : '';
  print(name, [byHand.get(name) ?? '', then ?? '', now, since]);
}

const result = {
  kit: today.get('kit') ?? 0,
  sameScreensBefore: isKnown ? sum(byHand, same) : null,
  sameScreensOnKit: isKnown ? sum(onKit, same) : null,
  sameScreensToday: isKnown ? sum(today, same) : null,
  total: sum(today, [...same, ...others, ...frame]),
};
process.stdout.write(`RESULT ${JSON.stringify(result)}\n`);

if (result.kit > MAX_KIT_LINES) fail(`The kit has ${result.kit} lines, at most ${MAX_KIT_LINES}.`);
if (result.sameScreensBefore === null || result.sameScreensOnKit === null)
  fail(
    `Nothing is compared: this checkout does not have the commits ${BY_HAND.slice(0, 8)} and ${ON_KIT.slice(0, 8)}. Of a shallow clone, "git fetch --unshallow" brings them.`,
  );
else if (result.sameScreensOnKit >= result.sameScreensBefore)
  fail('On the kit the same screens have no fewer lines than built by hand.');

function linesOfFiles(): Lines {
  const files = sourceFiles(['web/src/**/*.{ts,tsx,css}']);
  return new Map(files.map((file) => [file, readFileSync(file, 'utf8').trimEnd().split('\n').length]));
}

/** Returns nothing when git or the commit is missing. */
function linesInHistory(commit: string): Lines {
  // Every line matches the empty pattern: `<commit>:<file>:<lines>`.
  const found = spawnSync(
    'git',
    ['grep', '-c', '', commit, '--', 'web/src/*.ts', 'web/src/*.tsx', 'web/src/*.css'],
    {
      encoding: 'utf8',
    },
  );
  const counts = (found.stdout ?? '').split('\n').map((line) => line.split(':'));
  return new Map(counts.flatMap(([, file, count]) => (file === undefined ? [] : [[file, Number(count)]])));
}

/** Sums the lines by screen, and by folder for the code around screens. */
function byPart(files: Lines): Lines {
  const lines = new Map<string, number>();
  const add = (name: string, count: number) => lines.set(name, (lines.get(name) ?? 0) + count);
  for (const [file, count] of files) {
    if (/\.test\.tsx?$|^web\/src\/testing\//.test(file)) continue;
    const [, , room = '', screen = '', folder = ''] = file.split('/');
    const page = `${screen}/${folder}`;
    const feature = newPages.includes(page) ? page : screen;
    add(room === 'features' ? feature : room.includes('.') ? 'app' : room, count);
    if (kit.test(file)) add('kit', count);
    if (kitStyles.test(file)) add('kit styles', count);
  }
  return lines;
}

function sum(lines: Lines, names: readonly string[]): number {
  return names.reduce((total, name) => total + (lines.get(name) ?? 0), 0);
}

function print(name: string, cells: readonly (string | number)[]): void {
  process.stdout.write(`${name.padEnd(20)}${cells.map((cell) => String(cell).padStart(12)).join('')}\n`);
}

function fail(text: string): void {
  process.stderr.write(`${text}\n`);
  process.exitCode = 1;
}
