import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';

const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const elsewhere = ['/Applications/Google Chrome.app/Contents/MacOS/Google Chrome'];

/** An installed Chromium, or one installed now; throws when there is neither, for nothing is skipped silently. */
export function findBrowser(): string {
  return installed() ?? install();
}

function installed(): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(path.delimiter);
  const candidates = folders.flatMap((folder) => names.map((name) => path.join(folder, name)));
  return [process.env['CHROMIUM_PATH'] ?? '', ...candidates, ...elsewhere].find(
    (file) => file !== '' && existsSync(file),
  );
}

function install(): string {
  try {
    execFileSync('apt-get', ['update', '-qq']);
    execFileSync('apt-get', ['install', '-qq', '-y', '--no-install-recommends', 'chromium']);
  } catch (cause) {
    throw new Error('The browser tests need Chromium. Install it, or name it in CHROMIUM_PATH.', { cause });
  }
  const found = installed();
  if (found) return found;
  throw new Error('Chromium was installed but not found. Name it in CHROMIUM_PATH.');
}
