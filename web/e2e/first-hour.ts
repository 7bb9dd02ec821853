import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findBrowser } from '@handoff/local/browser';
import { applyChanges } from '@handoff/local/file-changes';
import { root } from '@handoff/local/installation';
import { freePorts } from '@handoff/local/platform/ports';
import { chromium } from 'playwright-core';
import { type Recipe, recipes } from './how-to-recipes.ts';

// `npm run test:long first-hour` clones this repository, starts `npm run dev` there, and measures how long a saved
// change takes to reach the browser and the API. Then it follows each recipe of how-to.md, one after the other.

const targets = { readySeconds: 120, labelSeconds: 2, handlerSeconds: 4 };
const MAX_WAIT_MS = 60_000;

const folder = mkdtempSync(path.join(tmpdir(), 'handoff-first-hour-'));
const clone = path.join(folder, 'clone');
execFileSync('git', ['clone', '--quiet', root, clone], { stdio: 'inherit' });
const bootstrap = path.join(clone, 'infra/local/bootstrap.mjs');
execFileSync(process.execPath, [bootstrap], { stdio: 'inherit' });

// Vite listens one port further than the web app, which the free ports do not know.
const ports = await freePorts();
const environment = { ...process.env, ...ports, HANDOFF_DATA: path.join(folder, 'data') };
const vite = `http://localhost:${Number(ports.WEB_PORT) + 1}`;
const began = performance.now();
const dev = spawn(process.execPath, [bootstrap, 'start', '--watch'], {
  env: environment,
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = new Promise((resolve) => dev.once('exit', resolve));
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  await isReady();
  const readySeconds = secondsSince(began);
  const page = await browser.newPage();
  await page.goto(vite);
  await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
  const labelSeconds = await secondsAfter(
    { file: 'web/src/app/session/sign-in-page.tsx', text: "'Sign in'", saved: "'Sign in here'" },
    () => page.getByRole('button', { name: 'Sign in here' }).isVisible(),
  );
  const handlerSeconds = await secondsAfter(
    { file: 'functions/src/app.ts', text: 'version: settings.version }', saved: "version: 'edited' }" },
    async () => (await (await fetch(`${vite}/api/health`)).text()).includes('edited'),
  );
  await stopDev();
  const failed = recipes.filter((recipe) => !followed(recipe)).map(({ heading }) => heading);
  const measured = { readySeconds, labelSeconds, handlerSeconds, recipes: recipes.length, failed };
  process.stdout.write(`RESULT ${JSON.stringify({ ...measured, targets })}\n`);
  const isMet =
    readySeconds <= targets.readySeconds &&
    labelSeconds <= targets.labelSeconds &&
    handlerSeconds <= targets.handlerSeconds &&
    failed.length === 0;
  process.exitCode = isMet ? 0 : 1;
} finally {
  await stopDev();
  rmSync(folder, { recursive: true, force: true });
}

async function stopDev(): Promise<void> {
  await browser.close();
  dev.kill('SIGTERM');
  await ended;
}

/** Makes the changes of a recipe in the clean clone, compiles, and runs its proofs. */
function followed({ heading, changes, proofs }: Recipe): boolean {
  const ran = (...args: string[]) =>
    spawnSync(process.execPath, args, { cwd: clone, stdio: 'inherit', env: process.env }).status === 0;
  process.stdout.write(`\nHow to add: ${heading}\n`);
  if (!readFileSync(path.join(clone, 'infra/docs/how-to.md'), 'utf8').includes(`\n## ${heading}\n`))
    return false;
  execFileSync('git', ['checkout', '--quiet', '.'], { cwd: clone });
  execFileSync('git', ['clean', '--quiet', '-fd'], { cwd: clone });
  applyChanges(clone, changes);
  return (
    ran('node_modules/typescript/bin/tsc', '-b') &&
    proofs.every((proof) => ran('node_modules/vitest/vitest.mjs', 'run', ...proof))
  );
}

async function isReady(): Promise<void> {
  let output = '';
  const ready = new Promise<void>((resolve) => {
    dev.stdout.on('data', (chunk) => {
      output += String(chunk);
      if (output.includes('Handoff is ready at')) resolve();
    });
  });
  const failure = await Promise.race([ready, ended.then(() => 'ended')]);
  if (failure !== undefined) throw new Error(`\`npm run dev\` ended:\n${output}`);
}

interface Edit {
  file: string;
  text: string;
  saved: string;
}

/** Saves an edit and measures until it is seen. */
async function secondsAfter({ file, text, saved }: Edit, isSeen: () => Promise<boolean>): Promise<number> {
  const source = readFileSync(path.join(clone, file), 'utf8');
  if (!source.includes(text)) throw new Error(`${file} has no ${text} to edit.`);
  writeFileSync(path.join(clone, file), source.replace(text, saved));
  const savedAt = performance.now();
  while (!(await isSeen())) {
    if (performance.now() - savedAt > MAX_WAIT_MS) throw new Error(`The edit of ${file} was never seen.`);
    await sleep(20);
  }
  return secondsSince(savedAt);
}

function secondsSince(start: number): number {
  return Math.round((performance.now() - start) / 10) / 100;
}
