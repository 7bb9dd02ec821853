import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

// `bootstrap.mjs browser`: the browser tests need a Chromium or Chrome; on Debian as root this installs one.

/** Draws no window and needs a fifth less time, but keeps no page for Back. */
const shell = 'chromium-headless-shell';
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

if (import.meta.main && installedBrowser() === undefined) {
  if (process.getuid?.() === 0 && inPath(['apt-get']).length > 0) installFromDebian();
  findBrowser();
}

/** Finds an installed browser; throws when there is none, because no browser test may be skipped silently. */
export function findBrowser({ keepsPages = false } = {}): string {
  const isChosen = (process.env['CHROMIUM_PATH'] ?? '') !== '';
  const [ownShell] = keepsPages || isChosen ? [] : inPath([shell]);
  const found = ownShell ?? installedBrowser();
  if (found !== undefined) return found;
  throw new Error(
    'The browser tests need Chromium or Chrome, and none is installed. Install one, or set CHROMIUM_PATH to its file.',
  );
}

function installedBrowser(): string | undefined {
  const own = process.env['CHROMIUM_PATH'];
  if (own !== undefined && own !== '') return existsSync(own) ? own : undefined;
  return [...inPath(names), ...elsewhere.filter((file) => existsSync(file))][0];
}

function inPath(programs: string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  return folders
    .flatMap((folder) => programs.map((name) => path.join(folder, name)))
    .filter((file) => existsSync(file));
}

function installFromDebian(): void {
  process.stdout.write('Installing Chromium for the browser tests; this takes a minute or two, once.\n');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args: string[]) =>
    execFileSync('apt-get', ['-qq', ...args], { env, stdio: ['ignore', 'ignore', 'inherit'] });
  aptGet('update');
  aptGet('install', '-y', '--no-install-recommends', 'chromium', shell);
}
