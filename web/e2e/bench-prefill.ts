import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '@handoff/local/browser';
import { textOfDay } from '@handoff/shared/domain/records/calendar-day';
import { startDemoPlatform } from './platform.ts';
import { drawnPackets, packetsIn } from './prefill/packets.ts';
import type { Packet } from './prefill/sheet.ts';

// Measures what a new referral reads from typed and scanned packets in a real browser: `npm run bench prefill`.

/** The share of the fields that the packets have. Seconds are printed and judge nothing, because machines differ. */
const rightShares = { typed: 0.9, scanned: 0.75 };
/** The share of the proposed values, typed or scanned. */
const SILENT_WRONG_SHARE = 0.01;
const MOST_MS = 20_000;
/** Reading a scanned packet of eight pages on a busy machine. */
const MOST_SCAN_MS = 240_000;

const { folder } = parseArgs({ options: { folder: { type: 'string' } } }).values;
const { url, stop } = await startDemoPlatform();
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  const { typed, scanned } = await drawnPackets(browser);
  const { page, foreignHosts } = await signIn();
  const memory = await memoryOf();
  const results: Record<string, Figures> = {};
  const isMet: boolean[] = [];
  const measure = async (name: string, packets: readonly Packet[], rightShare: number) => {
    const figures = await measured(page, packets);
    results[name] = figures;
    isMet.push(meets(figures, rightShare));
  };
  await measure('typed', typed, rightShares.typed);
  await measure('scanned', scanned, rightShares.scanned);
  // The folder may have both, so that its scans set the limits.
  if (folder !== undefined) await measure('folder', packetsIn(folder), rightShares.scanned);
  const megabytes = memory.stop();
  isMet.push(foreignHosts.size === 0);
  print(`RESULT ${JSON.stringify({ ...results, megabytes, otherHosts: foreignHosts.size })}`);
  process.exitCode = isMet.every(Boolean) ? 0 : 1;
} finally {
  await browser.close();
  await stop();
}

interface Figures {
  packets: number;
  fields: number;
  proposed: number;
  right: number;
  wrong: number;
  silentWrong: number;
  secondsAPage: number;
}

function meets({ fields, proposed, right, silentWrong }: Figures, rightShare: number): boolean {
  return right >= rightShare * fields && silentWrong <= SILENT_WRONG_SHARE * proposed;
}

async function measured(page: Page, packets: readonly Packet[]): Promise<Figures> {
  const sum: Figures = {
    packets: packets.length,
    fields: 0,
    proposed: 0,
    right: 0,
    wrong: 0,
    silentWrong: 0,
    secondsAPage: 0,
  };
  let [seconds, pages] = [0, 0];
  for (const packet of packets) {
    // oxlint-disable-next-line no-await-in-loop -- one packet after the other
    const read = await readPacket(page, packet);
    seconds += read.seconds;
    pages += read.pages;
    sum.fields += Object.keys(packet.expected).length;
    sum.proposed += read.offers.length;
    for (const { path, value, isPassed } of read.offers) {
      const expected = packet.expected[path];
      const isRight = expected !== undefined && plain(expected) === plain(value);
      if (isRight) sum.right += 1;
      else {
        sum.wrong += 1;
        if (isPassed) sum.silentWrong += 1;
        print(
          `${packet.name}: ${path} is ${value}, not ${expected ?? 'on the page'}${isPassed ? '' : ' (with a warning)'}`,
        );
      }
    }
    const found = new Set(read.offers.map(({ path }) => path));
    const missed = Object.keys(packet.expected).filter((path) => !found.has(path));
    if (missed.length > 0) print(`${packet.name}: not found: ${missed.join(', ')}`);
  }
  return { ...sum, secondsAPage: Math.round((seconds / Math.max(pages, 1)) * 100) / 100 };
}

function plain(text: string): string {
  return textOfDay(text)
    .toLowerCase()
    .replaceAll(/[^\p{L}\d]/gu, '');
}

/** The proposals as a person sees them, once the pages are read and their checks have settled. */
async function readPacket(page: Page, { name, bytes }: Packet) {
  await page.goto(`${url}/referrals/new`);
  await page.getByLabel('Last name').waitFor();
  await page.waitForLoadState('networkidle');
  const started = performance.now();
  const file = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
  await page.getByLabel('Attach files').setInputFiles([file]);
  const scan = page.getByText('Reading the scanned page');
  await page
    .locator('[data-proposed]')
    .or(scan)
    .first()
    .waitFor({ timeout: MOST_MS })
    .catch(() => undefined);
  await scan.waitFor({ state: 'detached', timeout: MOST_SCAN_MS });
  const seconds = (performance.now() - started) / 1000;
  await page
    .getByText(/^Page \d+ of \d+$/)
    .first()
    .waitFor({ timeout: MOST_MS });
  await page.waitForLoadState('networkidle');
  const pages = await page.locator('section[data-page]').count();
  const offers = await page.locator('[data-proposed]').evaluateAll((nodes) =>
    nodes.map((node) => ({
      path: node.getAttribute('data-proposed') ?? '',
      value: node.querySelector('b')?.textContent ?? '',
      isPassed: node.getAttribute('data-passed') === 'true',
    })),
  );
  return { seconds, pages, offers };
}

async function signIn() {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
    timezoneId: 'America/New_York',
  });
  context.setDefaultTimeout(30_000);
  const foreignHosts = new Set<string>();
  context.on('request', (request) => {
    const { protocol, hostname } = new URL(request.url());
    const isOwn = hostname === '127.0.0.1' || hostname === 'localhost';
    if (/^(?:https?|wss?):$/.test(protocol) && !isOwn) foreignHosts.add(hostname);
  });
  const page = await context.newPage();
  // Leaving a form with a document asks; the next packet needs a form without it.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: 'Ana Marshdemo' }).click();
  await page.getByRole('table').getByRole('link').first().waitFor();
  return { page, foreignHosts };
}

/** The most memory that the page has taken with its workers, in megabytes of its process. */
async function memoryOf() {
  const session = await browser.newBrowserCDPSession();
  let most = 0;
  const look = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo');
    const ids = processInfo.flatMap(({ type, id }) => (type === 'renderer' ? String(id) : []));
    const sizes = execFileSync('ps', ['-o', 'rss=', '-p', ids.join(',')], { encoding: 'utf8' })
      .split('\n')
      .map(Number);
    most = Math.max(most, ...sizes);
  };
  const timer = setInterval(() => void look().catch(() => undefined), 500);
  return {
    stop(): number {
      clearInterval(timer);
      return Math.round(most / 1024);
    },
  };
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
