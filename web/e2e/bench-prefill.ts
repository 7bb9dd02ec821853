import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import * as z from 'zod';
import { findBrowser } from '@handoff/local/browser';
import { textOfDay } from '../src/ui/inputs/typed-time.ts';
import { startDemoPlatform } from './platform.ts';
import { drawnFacts } from './prefill/drawn-patients.ts';
import { layouts } from './prefill/layouts.ts';
import { type Packet, packetOf } from './prefill/sheet.ts';

// Measures what a new referral reads from typed packets in a real browser: `npm run bench prefill`.

const targets = {
  /** The share of the fields that the packets have. */
  rightShare: 0.9,
  /** The share of the proposed values. */
  silentWrongShare: 0.01,
  secondsAPage: 4,
};
const PATIENTS = 5;
const MOST_MS = 20_000;

/** Values by the names of the form's fields, flat or nested. */
interface Expected {
  [field: string]: string | Expected;
}
const Expected: z.ZodType<Expected> = z.record(z.string(), z.union([z.string(), z.lazy(() => Expected)]));

const { folder } = parseArgs({ options: { folder: { type: 'string' } } }).values;
const { url, stop } = await startDemoPlatform();
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  const { page, foreignHosts } = await signIn();
  const own = await measured(page, drawnPackets());
  const given = folder === undefined ? undefined : await measured(page, packetsIn(folder));
  const result = { ...own, otherHosts: foreignHosts.size, ...(given && { folder: given }) };
  print(`RESULT ${JSON.stringify(result)}`);
  const isMet = [own, given].every((figures) => figures === undefined || meets(figures));
  process.exitCode = isMet && foreignHosts.size === 0 ? 0 : 1;
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

function meets({ fields, proposed, right, silentWrong, secondsAPage }: Figures): boolean {
  return (
    right >= targets.rightShare * fields &&
    silentWrong <= targets.silentWrongShare * proposed &&
    secondsAPage <= targets.secondsAPage
  );
}

function drawnPackets(): Packet[] {
  const today = new Date();
  return Object.entries(layouts).flatMap(([name, layout], at) =>
    Array.from({ length: PATIENTS }, (_, index) => {
      const facts = drawnFacts(at * 1000 + index, today);
      return packetOf(`${name} ${index + 1}`, (sheet) => layout(facts, sheet));
    }),
  );
}

function packetsIn(path: string): Packet[] {
  return readdirSync(path)
    .filter((file) => file.toLowerCase().endsWith('.pdf'))
    .map((file) => {
      const json: unknown = JSON.parse(readFileSync(join(path, file.replace(/\.pdf$/i, '.json')), 'utf8'));
      const bytes = new Uint8Array(readFileSync(join(path, file)));
      return { name: basename(file), bytes, pages: 1, expected: flat(Expected.parse(json)) };
    });
}

function flat(expected: Expected, within = ''): Record<string, string> {
  return Object.fromEntries(
    Object.entries(expected).flatMap(([name, value]) =>
      typeof value === 'string' ? [[within + name, value]] : Object.entries(flat(value, `${within}${name}.`)),
    ),
  );
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

/** The proposals as a person sees them, once their checks have settled. */
async function readPacket(page: Page, { name, bytes }: Packet) {
  await page.goto(`${url}/referrals/new`);
  await page.getByLabel('Last name').waitFor();
  await page.waitForLoadState('networkidle');
  const started = performance.now();
  const file = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
  await page.getByLabel('Attach files').setInputFiles([file]);
  await page
    .locator('[data-proposed]')
    .first()
    .waitFor({ timeout: MOST_MS })
    .catch(() => undefined);
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

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
