import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { webHeaders } from '../../local/web/headers.ts';
import { readOutputs, type Outputs } from './outputs.ts';

// Runs before the web app is deployed; writes where this environment signs people in, its API, and its headers.
if (import.meta.main) await writeWebConfig('web/dist', readOutputs());

export async function writeWebConfig(folder: string, outputs: Outputs): Promise<void> {
  const write = (name: string, content: unknown) =>
    writeFile(path.join(folder, name), `${JSON.stringify(content, undefined, 2)}\n`);
  await write('config.json', webConfig(outputs));
  await write('staticwebapp.config.json', staticWebApp(outputs));
  const pages = ['index.html', 'redirect.html', 'sender.html'];
  await Promise.all(pages.map((page) => stampRelease(path.join(folder, page))));
}

/** Returns the content of `/config.json` for the browser. */
export function webConfig(outputs: Outputs) {
  return {
    clientId: outputs.WEB_CLIENT_ID,
    authority: `${outputs.LOGIN_ENDPOINT}${outputs.TENANT_ID}`,
    scope: outputs.API_SCOPE,
    apiBase: `${outputs.API_ORIGIN}/api`,
  };
}

/**
 * Sets headers by route, the most exact first. Headers that differ between pages are set on routes, because an empty
 * value does not remove a global header (https://github.com/Azure/static-web-apps/issues/1561).
 */
export function staticWebApp({ API_ORIGIN, SIGNALR_ENDPOINT, STORAGE_ORIGIN, LOGIN_ENDPOINT }: Outputs) {
  const login = new URL(LOGIN_ENDPOINT).origin;
  const live = [SIGNALR_ENDPOINT, SIGNALR_ENDPOINT.replace(/^https/, 'wss')];
  const headersOf = (page: string) =>
    webHeaders(page, { connect: [API_ORIGIN, login, ...live, STORAGE_ORIGIN], frame: [login] });
  return {
    routes: [
      { route: '/redirect.html', headers: headersOf('/redirect.html') },
      { route: '/config.json', headers: { ...headersOf('/config.json'), 'Cache-Control': 'no-store' } },
      ...['/assets/ocr/', '/assets/'].map((folder) => ({
        route: `${folder}*`,
        headers: { ...headersOf(folder), 'Cache-Control': 'public, max-age=31536000, immutable' },
      })),
      { route: '/*', headers: { ...headersOf('/'), 'Cache-Control': 'no-store' } },
    ],
    navigationFallback: { rewrite: '/index.html', exclude: ['/assets/*', '/config.json', '/redirect.html'] },
  };
}

/**
 * Changes the bytes of a page with each release, because an unchanged page keeps its ETag, and browsers keep its old
 * headers with it (https://github.com/Azure/static-web-apps/issues/905).
 */
async function stampRelease(file: string): Promise<void> {
  const page = (await readFile(file, 'utf8')).replace(/\n?<!-- release .* -->\n?$/, '');
  await writeFile(file, `${page}\n<!-- release ${new Date().toISOString()} -->\n`);
}
