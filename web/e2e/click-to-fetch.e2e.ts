import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { CDPSession } from 'playwright-core';
import { createServer } from 'vite';
import { expect, onTestFinished, test } from 'vitest';
import { openBrowser, platformUrl, signInOn, takeIn } from './browser.ts';

/** `npm run check shape` counts what this story writes here. */
const RESULT = '.cache/test-results/click-to-fetch.json';

/** A ratchet: lower it with each function that goes. */
const MOST_FUNCTIONS = 33;

test('few functions run between the click on Accept and its request', async () => {
  const url = await startUnminified();
  const page = await openBrowser();
  await page.addInitScript(holdRenders);
  await signInOn(page, 'Ana Marshdemo', url);
  await takeIn(page, { url, first: 'Clicka', last: 'Fetchsample' });
  const coverage = await page.context().newCDPSession(page);
  await page.evaluate(() => dispatchEvent(new Event('hold')));
  const { paused } = await startCounting(coverage);
  // Not the pointer, whose moves are watched for other reasons.
  const clicked = page.getByRole('button', { name: 'Accept', exact: true }).dispatchEvent('click');
  await paused;
  const called = await calledSoFar(coverage, `${url}/src/`);
  await coverage.send('Debugger.resume');
  await clicked;
  await page.getByRole('group', { name: 'Decision' }).getByText('Accepted').waitFor();
  await mkdir(path.dirname(RESULT), { recursive: true });
  await writeFile(RESULT, JSON.stringify(called, null, 1));
  expect(called.map(({ name }) => name)).toContain('sendByFetch');
  expect(called.length).toBeLessThanOrEqual(MOST_FUNCTIONS);
});

/** Serves the modules of `web/src` one by one and with the names of their functions. */
async function startUnminified(): Promise<string> {
  const { port } = new URL(platformUrl);
  process.env['WEB_PORT'] = port;
  const server = await createServer({
    configFile: 'web/vite.config.ts',
    cacheDir: path.resolve('.cache/vite'),
    logLevel: 'error',
    server: { hmr: false, watch: null },
  });
  await server.listen();
  onTestFinished(() => server.close());
  // People can sign in from this host (infra/local/installation.ts).
  return `http://localhost:${Number(port) + 1}`;
}

/**
 * Runs in the page, and pauses it at the request. Until then no timer fires and no screen is rendered, because what a
 * screen shows meanwhile is no step to the server: React renders by two functions of the browser.
 */
function holdRenders(): void {
  const held: (() => void)[] = [];
  let isHeld = false;
  const real = {
    queueMicrotask: queueMicrotask.bind(globalThis),
    fetch: fetch.bind(globalThis),
    // oxlint-disable-next-line typescript/unbound-method -- it is called on its own port
    postMessage: MessagePort.prototype.postMessage,
    setTimeout: setTimeout.bind(globalThis),
    setInterval: setInterval.bind(globalThis),
  };
  const later = (work: () => void) => (isHeld ? void held.push(work) : work());
  globalThis.queueMicrotask = (work) => later(() => real.queueMicrotask(work));
  MessagePort.prototype.postMessage = function post(this: MessagePort, ...message: [unknown]) {
    later(() => Reflect.apply(real.postMessage, this, message));
  };
  const heldTimer =
    (start: (work: () => void, ms?: number) => number) =>
    (work: TimerHandler, ms?: number): number =>
      start(() => later(() => typeof work === 'function' && work()), ms);
  Object.assign(globalThis, {
    setTimeout: heldTimer(real.setTimeout),
    setInterval: heldTimer(real.setInterval),
  });
  addEventListener('hold', () => (isHeld = true));
  globalThis.fetch = (input, init) => {
    if (isHeld && new Request(input, init).url.endsWith('/referrals/update')) {
      // oxlint-disable-next-line no-debugger -- here the coverage is read
      debugger;
      isHeld = false;
      for (const work of held.splice(0)) work();
    }
    return real.fetch(input, init);
  };
}

async function startCounting(session: CDPSession): Promise<{ paused: Promise<void> }> {
  await session.send('Profiler.enable');
  await session.send('Debugger.enable');
  await session.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
  const paused = new Promise<void>((resolve) => session.once('Debugger.paused', () => resolve()));
  return { paused };
}

/** Lists the named functions of our own modules that have run since the start. */
async function calledSoFar(session: CDPSession, root: string): Promise<{ file: string; name: string }[]> {
  const { result } = await session.send('Profiler.takePreciseCoverage');
  return result.flatMap(({ url, functions }) => {
    const [, file] = url.split('?')[0]?.split(root) ?? [];
    if (file === undefined) return [];
    return functions
      .filter(({ functionName, ranges }) => functionName !== '' && ranges.some(({ count }) => count > 0))
      .map(({ functionName }) => ({ file, name: functionName }));
  });
}
