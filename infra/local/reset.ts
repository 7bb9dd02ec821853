import { existsSync, rmSync } from 'node:fs';
import path from 'node:path';
import { dataFolder, isMarkedEmpty, root } from './installation.ts';
import { findRunning } from './platform/running-platform.ts';

// `npm run reset` deletes everything that the platform has stored. Data, keys and sign-in sessions belong together.

const folder = dataFolder(process.env);
const name = path.relative(root, folder);
const running = await findRunning(folder);
if (running) {
  process.stderr.write(
    `Handoff is running (process ${running.pid}). Stop it first, with Ctrl-C where it runs.\n`,
  );
  process.exitCode = 1;
} else if (existsSync(folder)) {
  const held = isMarkedEmpty(folder)
    ? 'what was entered since it started empty'
    : 'the demo data and its changes';
  rmSync(folder, { recursive: true });
  process.stdout.write(
    `Deleted ${name} with ${held}. Begin again with npm start, or npm start -- --empty.\n`,
  );
} else {
  process.stdout.write(`There is no ${name}: nothing to delete.\n`);
}
