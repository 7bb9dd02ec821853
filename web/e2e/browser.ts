import axe from 'axe-core';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type LaunchOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import { expect, inject, onTestFinished } from 'vitest';
import { findBrowser } from '@handoff/local/browser';

const launchOptions: LaunchOptions = {
  executablePath: findBrowser(),
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
};

/** The address of this worker's platform. */
export const platformUrl = ownUrl();

/** Ends with the worker, whose files all share it. */
let shared: Promise<Browser> | undefined;

interface Options extends BrowserContextOptions {
  /** Console errors that the test expects; any other fails it. */
  expectedErrors?: RegExp;
  /** Turns the back-forward cache on, as in people's browsers; Playwright switches it off. */
  keepsPages?: boolean;
}

/** A separate browser for one person, with its own cookies and storage. */
export async function openBrowser({
  expectedErrors,
  keepsPages = false,
  ...options
}: Options = {}): Promise<Page> {
  const browser = await (keepsPages ? launchKeepingPages() : (shared ??= chromium.launch(launchOptions)));
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    // Axe would see the low contrast of a dialog that is still fading in.
    reducedMotion: 'reduce',
    // The time zone of the agencies, whose days are Medicare's days.
    timezoneId: 'America/New_York',
    ...options,
  });
  context.setDefaultTimeout(30_000);
  await context.addInitScript(rememberMessages);
  await context.addInitScript(reportViolations);
  const page = await context.newPage();
  const errors: string[] = [];
  context.on('console', (message) => {
    // A busy machine may refuse a request, which is then repeated. If the answer never comes, the test fails anyway.
    const isSentAgain = message.text().includes('status of 503');
    if (message.type() === 'error' && !isSentAgain)
      errors.push(`${message.text()} ${message.location().url}`);
  });
  page.on('pageerror', (error) => errors.push(error.message));
  onTestFinished(async ({ task }) => {
    // Shows the screen at the moment of the failure, unless the story itself closed the page.
    if (task.result?.state === 'fail' && !page.isClosed())
      await page.screenshot({ path: `.cache/test-results/${task.id}-${Date.now()}.png` });
    if (!keepsPages) await context.close();
    // A text, so that the failure shows it.
    expect(errors.filter((error) => !expectedErrors?.test(error)).join('\n')).toBe('');
  });
  return page;
}

/** A browser for one test, killed after it: about one context in 25 with this cache never finishes closing. */
async function launchKeepingPages(): Promise<Browser> {
  const server = await chromium.launchServer({
    ...launchOptions,
    executablePath: findBrowser({ keepsPages: true }),
    host: '127.0.0.1',
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  });
  onTestFinished(() => server.kill());
  return chromium.connect(server.wsEndpoint());
}

/**
 * Opens a browser in which the person has signed in, at a page or at the first one. The redirect costs seconds, so it
 * is taken once per person and worker, and its cookies and tokens are reused.
 */
export async function signIn(person: string, { path = '/', ...options }: SignInOptions = {}): Promise<Page> {
  const { cookies, tokens } = await signedIn(person);
  const page = await openBrowser({ ...options, storageState: { cookies, origins: [] } });
  // A page without the application, and with an icon, which the browser would ask for: only this tab gets the tokens.
  const empty = `${platformUrl}/empty`;
  await page.route(empty, (route) => route.fulfill({ contentType: 'text/html', body: emptyPage }));
  await page.goto(empty);
  await page.unroute(empty);
  await page.evaluate((entries) => {
    for (const [name, value] of entries) sessionStorage.setItem(name, value);
  }, tokens);
  await page.goto(platformUrl + path);
  if (path === '/') await page.waitForURL(firstPage);
  return page;
}

const emptyPage = '<link rel="icon" href="data:," />';

interface SignInOptions extends Options {
  path?: string;
}

interface SignedIn {
  cookies: Awaited<ReturnType<BrowserContext['cookies']>>;
  tokens: [name: string, value: string][];
}

const reused = new Map<string, Promise<SignedIn>>();

function signedIn(person: string): Promise<SignedIn> {
  const known = reused.get(person) ?? signInOnce(person);
  reused.set(person, known);
  known.catch(() => reused.delete(person));
  return known;
}

async function signInOnce(person: string): Promise<SignedIn> {
  const page = await openBrowser();
  await takeRedirect(page, person, platformUrl);
  const tokens = await page.evaluate(() => Object.entries<string>(sessionStorage));
  const cookies = await page.context().cookies();
  await page.context().close();
  return { cookies, tokens };
}

/** Signs in through the real redirect, for stories about sessions, and for people whose sessions other stories end. */
export async function signInAnew(
  person: string,
  { url = platformUrl, ...options }: Options & { url?: string } = {},
): Promise<Page> {
  const page = await openBrowser(options);
  await signInOn(page, person, url);
  return page;
}

const firstPage = /\/(referrals|no-access|admin)/;

/** The story may sign the person out everywhere, so the reused sign-in is forgotten after it. */
export async function signInOn(page: Page, person: string, url = platformUrl): Promise<void> {
  onTestFinished(() => void reused.delete(person));
  await takeRedirect(page, person, url);
}

async function takeRedirect(page: Page, person: string, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: person }).click();
  await page.waitForURL(firstPage);
}

/** The link of the first row, whichever record it is. */
export const firstRow = (page: Page): Locator => page.getByRole('table').getByRole('link').first();

/** A line of the values that were found in the documents of a new referral. */
export const reviewLine = (page: Page, label: string): Locator =>
  page.getByRole('grid', { name: 'Values to review' }).locator(`[data-line="${label}"]`);

/** The link to a page in the rail. */
export const inRail = (page: Page, name: string): Locator =>
  page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name, exact: true });

/** Records a referral and opens its page. */
export async function takeIn(
  page: Page,
  { first, last, mbi = '', url = platformUrl }: { first: string; last: string; mbi?: string; url?: string },
): Promise<void> {
  await page.goto(`${url}/referrals/new`);
  await page.getByRole('combobox', { name: 'Referral source' }).selectOption('Hospital');
  await page.getByLabel('First name').fill(first);
  await page.getByLabel('Last name').fill(last);
  await page.getByLabel('Date of birth').fill('09/14/1948');
  await page.getByLabel('Medicare number (MBI)').fill(mbi);
  await page.getByRole('combobox', { name: 'ZIP' }).fill('06103');
  await page.getByRole('combobox', { name: 'Street address' }).fill('14 Main St');
  await page.getByRole('checkbox', { name: 'Physical therapy' }).check();
  // The ZIP code fills the city, once the places of the state have loaded.
  await expect.poll(() => page.getByLabel('City').inputValue()).not.toBe('');
  await page.getByRole('button', { name: 'Save referral' }).click();
  await page.waitForURL(/referrals\/referral-/);
  await page.getByRole('heading', { level: 1, name: new RegExp(last) }).waitFor();
}

/** Deletes the referral that is open. */
export async function deleteReferral(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Delete…' }).click();
  await page.getByRole('dialog').getByLabel('Reason').fill('Recorded by mistake');
  await page.keyboard.press('Control+Enter');
}

/** The answer that a draft with this text was saved. */
export const draftKept = (page: Page, text: string) =>
  page.waitForResponse(
    (response) =>
      response.url().endsWith('/drafts/save') &&
      response.ok() &&
      (response.request().postData() ?? '').includes(text),
  );

/** Signs in the same person in the same browser, which shares its storage. */
export async function openSecondTab(page: Page): Promise<Page> {
  const tab = await page.context().newPage();
  await tab.goto(page.url());
  await tab.locator('h1').first().waitFor({ state: 'attached' });
  return tab;
}

/** Delays answers like a slow connection. */
export async function slow(page: Page, url: string, ms: number): Promise<void> {
  await page.route(url, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue().catch(() => undefined);
  });
}

/** Lets the next such call fail as over HTTP/2: with a status code, but no body or status text. */
export async function failWithoutText(page: Page, path: string): Promise<void> {
  await page.evaluate((part) => {
    const real = window.fetch;
    window.fetch = (input, init) => {
      if (!new Request(input, init).url.includes(part)) return real(input, init);
      window.fetch = real;
      return Promise.resolve(new Response('', { status: 500 }));
    };
  }, path);
}

/**
 * The text is on the page, or was in a toast since the last question: on a busy machine a toast may disappear before
 * anyone looks.
 */
export async function expectShown(page: Page, text: string): Promise<void> {
  await page.waitForFunction(isShown, text);
}

/** Runs inside the page, like the next two functions. */
function isShown(wanted: string): boolean {
  const messages: unknown = Reflect.get(globalThis, 'shownMessages');
  const at = Array.isArray(messages) ? messages.indexOf(wanted) : -1;
  if (Array.isArray(messages) && at >= 0) messages.splice(at, 1);
  return at >= 0 || document.querySelector('#root')?.textContent.includes(wanted) === true;
}

/** A page can catch a blocked eval, and then no console shows it, so it is reported as an error that fails the test. */
function reportViolations(): void {
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) => {
    console.error(`Content-Security-Policy: ${effectiveDirective} blocks ${blockedURI}`);
  });
}

function rememberMessages(): void {
  const messages: string[] = [];
  Object.assign(globalThis, { shownMessages: messages });
  const observer = new MutationObserver((changes) => {
    for (const node of changes.flatMap(({ addedNodes }) => [...addedNodes]))
      if (node instanceof HTMLElement && node.closest('.Toastify')) messages.push(node.innerText.trim());
  });
  observer.observe(document, { subtree: true, childList: true });
}

/** Axe finds no WCAG 2.2 AA violation in what is visible now, within an element. */
export async function expectAccessible(page: Page, within = 'html'): Promise<void> {
  await expectNoFinding(page, ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], within);
}

/** Leaves the page at 1440 pixels. */
export async function expectNoSidewaysScroll(page: Page) {
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
}

/** The second scheme has the same elements in other colors, so only the color rules run again. */
export async function expectAccessibleInBothSchemes(page: Page, within = 'html'): Promise<void> {
  await emulateScheme(page, 'dark');
  await expectNoFinding(page, ['color-contrast', 'link-in-text-block'], within);
  await emulateScheme(page, 'light');
  await expectAccessible(page, within);
}

async function expectNoFinding(page: Page, rulesOrTags: string[], within: string): Promise<void> {
  await page.waitForFunction(() =>
    document
      .getAnimations()
      .every(
        (animation) =>
          animation.playState !== 'running' || animation.effect?.getComputedTiming().endTime === Infinity,
      ),
  );
  // Its source is large, so each page evaluates it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe.source);
  const options: axe.RunOptions = { runOnly: rulesOrTags, resultTypes: ['violations'], selectors: false };
  const { violations } = await page.evaluate<axe.AxeResults>(
    `axe.run(${JSON.stringify(within)}, ${JSON.stringify(options)})`,
  );
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
  expect(found).toEqual([]);
}

async function emulateScheme(page: Page, colorScheme: 'dark' | 'light'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
}

function ownUrl(): string {
  const url = inject('urls')[Number(process.env['VITEST_POOL_ID']) - 1];
  if (url === undefined) throw new Error('No platform was started for this worker');
  return url;
}
