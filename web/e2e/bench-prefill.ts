import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '@handoff/local/browser';
import { startDemoPlatform } from './platform.ts';
import { drawDocuments, type DrawnDocument } from './prefill/documents.ts';
import { type FormPictures, formPictures } from './prefill/form-pictures.ts';
import { drawMixed, valuesOfOthers, type MixedPacket } from './prefill/mixed.ts';
import { mixedFigures, type ReadPaper } from './prefill/mixed-words.ts';
import { packetsIn, writeTuned } from './prefill/packets.ts';
import { rasterizer } from './prefill/rasterize.ts';
import { readTyped, wordsOf } from './prefill/read-typed.ts';
import {
  figuresOf,
  isSilent,
  outcomesOf,
  total,
  type Figures,
  type Offer,
  type Outcome,
} from './prefill/score.ts';
import type { Packet } from './prefill/sheet.ts';
import { causeLines, distanceOf, fieldLines, halvesOf, tableOfFields, type Read } from './prefill/summary.ts';

// Measures what a new referral reads from typed and scanned packets: `npm run bench prefill`. Typed documents are all read
// here, as the page does it, and a sample of them and of their scans in a real browser: every eleventh, or as `--every 29
// --kinds fax,photo` says.

/** The least share of right fields of the documents that are kept back. */
const leastShares = { typed: 0.85, AcroForm: 0.95 };
/** Scans of each kind are read in the browser. */
const scanKinds = [
  { kind: 'scan300', leastShare: 0.8 },
  { kind: 'fax', leastShare: 0.7 },
  { kind: 'specks', leastShare: 0.7 },
  { kind: 'photo', leastShare: 0.7 },
] as const;
/** Of the values that are proposed. */
const SILENT_SHARE = 0.003;
/** Of the values that are called verified. */
const SILENT_SHARE_OF_SURE = 0.005;
/** Between the share of tuned documents and of those kept back. */
const MOST_DISTANCE = 0.08;
/** For the page to show the paper, on a busy machine. */
const MOST_MS = 60_000;
/** Reading a scanned packet of eight pages on a busy machine. */
const MOST_SCAN_MS = 240_000;
/** Every so many documents are read in the browser, typed and scanned; no divisor of the number of vocabularies. */
const SAMPLE = 11;
/** Rounds of people that are drawn for packets of several of them. */
const MIXED_ROUNDS = [1, 2, 3];
/** Shares of letters that a scan has wrong. */
const WRONG_LETTERS = [0.01, 0.03];
/** Every so many documents of a round are scanned and read as pictures, so that a dozen are. */
const REAL_SCANS = 5;

const options = parseArgs({
  options: {
    every: { type: 'string' },
    folder: { type: 'string' },
    kinds: { type: 'string' },
    table: { type: 'boolean' },
    typed: { type: 'boolean' },
    write: { type: 'string' },
  },
}).values;
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  const documents = await drawDocuments(browser, new Date().toISOString().slice(0, 10));
  if (options.write !== undefined) writeTuned(options.write, documents);
  const raster = await rasterizer(browser);
  const pictures = formPictures(raster);
  const readHere = (packet: Packet) => readTyped(packet, pictures);
  const read = await readAll(documents, readHere);
  const mixed = await drawMixed(documents);
  const run: Run = { documents, mixed, kinds: new Map(), ofOthers: {}, results: {}, isMet: [] };
  for (const [kind, leastShare] of Object.entries(leastShares)) {
    const own = read.filter(({ document }) => document.kind === kind);
    add(run, kind, own, leastShare);
  }
  await measureMixed(run, { raster, pictures });
  if (options.typed !== true) await measurePages(run, { raster, readHere });
  run.isMet.push(Object.values(run.ofOthers).every((count) => count === 0));
  if (options.table === true)
    writeFileSync(new URL('../../infra/docs/reading.md', import.meta.url), tableOfFields(run.kinds));
  print(`RESULT ${JSON.stringify({ ...run.results, mixed: run.ofOthers })}`);
  process.exitCode = run.isMet.every(Boolean) ? 0 : 1;
} finally {
  await browser.close();
}

/** What was drawn, and what a run has found so far. */
interface Run {
  documents: readonly DrawnDocument[];
  mixed: readonly MixedPacket[];
  kinds: Map<string, readonly Read[]>;
  /** Values of another patient that were proposed, by kind. */
  ofOthers: Record<string, number>;
  results: Record<string, unknown>;
  isMet: boolean[];
}

function add({ kinds, results, isMet }: Run, kind: string, read: readonly Read[], leastShare: number): void {
  report(kind, read);
  kinds.set(kind, read);
  results[kind] = halvesOf(read);
  isMet.push(meets(read, leastShare));
}

async function readAll(
  documents: readonly DrawnDocument[],
  offersOf: (packet: Packet) => Promise<readonly Offer[]>,
): Promise<Read[]> {
  const read: Read[] = [];
  for (const document of documents)
    // oxlint-disable-next-line no-await-in-loop -- one document after the other
    read.push({ document, outcomes: outcomesOf(document, await offersOf(document)) });
  return read;
}

function isAsked({ kind }: { kind: string }): boolean {
  return options.kinds?.split(',').includes(kind) ?? true;
}

function meets(read: readonly Read[], leastShare: number): boolean {
  const { kept, tuned } = halvesOf(read);
  return (
    kept.share >= leastShare &&
    [kept, tuned].every(
      ({ silent, sure, silentShare }) =>
        sure > 0 && silentShare <= SILENT_SHARE && silent <= SILENT_SHARE_OF_SURE * sure,
    ) &&
    distanceOf(read) <= MOST_DISTANCE
  );
}

/** Prints each failure of tuned documents, and of the others how many there are of each field. */
function report(kind: string, read: readonly Read[]): void {
  for (const { document, outcomes } of read.filter((each) => each.document.isTuned))
    for (const line of failuresOf(document.name, outcomes)) print(line);
  const kept = read.filter(({ document }) => !document.isTuned);
  print(`\n${kind}: kept back, by field`);
  for (const line of fieldLines(kept)) print(line);
  print(`\n${kind}: kept back, by program and trap`);
  for (const line of causeLines(kept)) print(line);
}

function failuresOf(name: string, outcomes: readonly Outcome[]): string[] {
  return outcomes
    .filter(({ result }) => result !== 'right')
    .map(
      (outcome) =>
        `${name}: ${outcome.path}: expected ${outcome.expected ?? 'nothing'}, got ${outcome.got ?? 'nothing'}${isSilent(outcome) ? ', without a warning' : ''}`,
    );
}

function namesItsPatient({ kind, group }: DrawnDocument): boolean {
  return kind === 'typed' && group !== 'prose';
}

/** Counts the values of other people in packets: typed, with drawn faults of scans, and, of tuned documents, really scanned. */
async function measureMixed(
  { documents, ofOthers, results }: Run,
  { raster, pictures }: { raster: Awaited<ReturnType<typeof rasterizer>>; pictures: FormPictures },
): Promise<void> {
  const kept: ReadPaper[] = [];
  const papers: ReadPaper[] = [];
  const scans: ReadPaper[] = [];
  // oxlint-disable no-await-in-loop -- one page of the browser draws and scans them
  for (const document of documents.filter((each) => !each.isTuned && namesItsPatient(each)))
    kept.push({ document, words: await wordsOf(document, pictures) });
  for (const round of MIXED_ROUNDS) {
    const drawn = await drawDocuments(browser, new Date().toISOString().slice(0, 10), round);
    for (const [at, document] of drawn.filter(namesItsPatient).entries()) {
      papers.push({ document, words: await wordsOf(document, pictures) });
      if (options.typed === true || round > 1 || at % REAL_SCANS !== 0) continue;
      const { kind } = scanKinds[scans.length % scanKinds.length] ?? scanKinds[0];
      scans.push({ document, words: await wordsOf(await raster.scanned(document, at, kind), pictures) });
    }
  }
  // oxlint-enable no-await-in-loop
  const figures = new Map([
    ['typed words, kept back', mixedFigures(kept)],
    ['typed words', mixedFigures(papers)],
    ...WRONG_LETTERS.map(
      (wrong) => [`words with ${100 * wrong}% of their letters wrong`, mixedFigures(papers, wrong)] as const,
    ),
    ...(scans.length > 0 ? [[`words of ${scans.length} real scans`, mixedFigures(scans)] as const] : []),
  ]);
  for (const [kind, own] of figures) {
    ofOthers[kind] = own.ofOthers;
    results[`packets, ${kind}`] = own;
  }
}

/** Reads a sample of the documents, their scans and the packets of a folder in the page of a new referral. */
async function measurePages(
  run: Run,
  {
    raster,
    readHere,
  }: { raster: Awaited<ReturnType<typeof rasterizer>>; readHere: (packet: Packet) => Promise<Offer[]> },
): Promise<void> {
  const { url, stop } = await startDemoPlatform();
  try {
    const { page, foreignHosts } = await signIn(url);
    const memory = await memoryOf();
    const sample = run.documents.filter((_, at) => at % Number(options.every ?? SAMPLE) === 0);
    let [seconds, pages] = [0, 0];
    const inPage = async (packet: Packet): Promise<Offer[]> => {
      const reading = await readPacket(page, url, packet);
      seconds += reading.seconds;
      pages += reading.pages;
      return reading.offers;
    };
    const timed = async (packets: readonly DrawnDocument[]) => {
      [seconds, pages] = [0, 0];
      const read = await readAll(packets, inPage);
      return { read, secondsAPage: Math.round((seconds / Math.max(pages, 1)) * 100) / 100 };
    };
    const tuned = sample.filter(({ isTuned }) => isTuned);
    const { read, secondsAPage } = await timed(tuned);
    // The page offers what is read here; a smaller share is a fault of the page.
    const shareHere = halvesOf(await readAll(tuned, readHere)).tuned.share;
    run.results['typedInPage'] = { ...halvesOf(read).tuned, shareHere, secondsAPage };
    for (const { kind, leastShare } of scanKinds.filter(isAsked)) {
      const scans: DrawnDocument[] = [];
      // oxlint-disable no-await-in-loop -- one page of the browser draws and reads them
      for (const [seed, document] of sample.entries())
        scans.push({ ...document, ...(await raster.scanned(document, seed, kind)) });
      const scanned = await timed(scans);
      // oxlint-enable no-await-in-loop
      add(run, kind, scanned.read, leastShare);
      run.results[`seconds a page, ${kind}`] = scanned.secondsAPage;
      const short = run.mixed.filter(({ others }) => others.length === 1).slice(0, 2);
      // oxlint-disable-next-line no-await-in-loop -- one kind after the other
      run.ofOthers[kind] = await valuesOfOthers(short, async (packet) =>
        inPage(await raster.scanned(packet, 1, kind)),
      );
    }
    if (options.folder !== undefined) {
      const figures: Figures[] = [];
      for (const packet of packetsIn(options.folder)) {
        // oxlint-disable-next-line no-await-in-loop -- one packet after the other
        const own = outcomesOf(packet, await inPage(packet));
        for (const line of failuresOf(packet.name, own)) print(line);
        figures.push(figuresOf(own));
      }
      run.results['folder'] = total(figures);
    }
    run.results['megabytes'] = memory.stop();
    run.results['otherHosts'] = foreignHosts.size;
    run.isMet.push(foreignHosts.size === 0);
  } finally {
    await stop();
  }
}

/** The proposals as a person sees them, once the pages are read and their checks have settled. */
async function readPacket(page: Page, url: string, { name, bytes }: Packet) {
  await page.goto(`${url}/referrals/new`);
  await page.getByLabel('Last name').waitFor();
  // The screen of someone who does nothing for a quarter of an hour is covered.
  await page.keyboard.press('Shift');
  await page.waitForLoadState('networkidle');
  const started = performance.now();
  const file = { name: `${name}.pdf`, mimeType: 'application/pdf', buffer: Buffer.from(bytes) };
  await page.getByLabel('Attach files').setInputFiles([file]);
  const scan = page.getByText('Reading the scanned page');
  const proposed = page.getByRole('grid', { name: 'Values to review' }).locator('[data-proposed]');
  await proposed
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
  const offers = await proposed.evaluateAll((nodes) =>
    nodes.map((node) => ({
      path: node.getAttribute('data-proposed') ?? '',
      value: node.textContent,
      isSure: node.getAttribute('data-state') === 'yes',
    })),
  );
  return { seconds, pages, offers };
}

async function signIn(url: string) {
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
