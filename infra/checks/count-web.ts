import { readFileSync } from 'node:fs';
import { sourceFiles } from './import-graph.ts';

// `npm run count:web`: the lines of each screen, of the kit they are built of, and of the web in total; beside them
// those of commit bb7032c, before there was a kit, for the screens of that time.

const before: Record<string, number> = {
  access: 47,
  audit: 626,
  eligibility: 4564,
  imports: 1500,
  notifications: 653,
  referrals: 4907,
  'sign-in': 97,
};
/** Pages that were not there then count as screens of their own, wherever their folder lies. */
const newPages = ['referrals/board', 'eligibility/batch'];
const frameBefore = { app: 1550, components: 443, lib: 1168, styles: 450 };

/** What a new screen is built of: forms, tables, entity pages and readings. Their style sheets count below. */
const kit = /^web\/src\/components\/((form|table|entity)\/[a-z-]+|reading)\.tsx?$/;
const kitStyles = /^web\/src\/components\/(form|table|entity)\/.*\.css$/;
const MOST_KIT_LINES = 1500;

const lines = new Map<string, number>();
for (const file of sourceFiles(['web/src/**/*.{ts,tsx,css}'])) {
  if (/\.test\.tsx?$|^web\/src\/testing\//.test(file)) continue;
  const count = readFileSync(file, 'utf8').trimEnd().split('\n').length;
  const [, , room = '', screen = '', folder = ''] = file.split('/');
  const page = `${screen}/${folder}`;
  const feature = newPages.includes(page) ? page : screen;
  const name = room === 'features' ? feature : room.includes('.') ? 'app' : room;
  lines.set(name, (lines.get(name) ?? 0) + count);
  const part = [kit.test(file) && 'kit', kitStyles.test(file) && 'kit styles'].find(Boolean);
  if (part) lines.set(part, (lines.get(part) ?? 0) + count);
}

const sum = (names: string[]) => names.reduce((total, name) => total + (lines.get(name) ?? 0), 0);
const was = (counts: Record<string, number>) =>
  Object.values(counts).reduce((total, count) => total + count, 0);
const frame = Object.keys(frameBefore);
const screens = [...lines.keys()]
  .filter((name) => !name.startsWith('kit') && !frame.includes(name))
  .toSorted();
for (const name of screens) print(name, lines.get(name) ?? 0, before[name]);
for (const name of ['kit', 'kit styles']) print(name, lines.get(name) ?? 0, undefined);
for (const [name, count] of Object.entries(frameBefore)) print(name, lines.get(name) ?? 0, count);

const result = {
  kit: lines.get('kit') ?? 0,
  sameScreens: sum(Object.keys(before)),
  sameScreensBefore: was(before),
  total: sum([...screens, ...frame]),
  totalBefore: was(before) + was(frameBefore),
};
process.stdout.write(`RESULT ${JSON.stringify(result)}\n`);
const isGrown = result.kit > MOST_KIT_LINES || result.sameScreens >= result.sameScreensBefore;
process.exitCode = isGrown ? 1 : 0;

function print(name: string, now: number, then: number | undefined): void {
  process.stdout.write(
    `${name.padEnd(20)}${String(now).padStart(6)}${then === undefined ? '' : `  before ${then}`}\n`,
  );
}
