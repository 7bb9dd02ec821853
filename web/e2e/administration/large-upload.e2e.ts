import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createWriteStream } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { expect, onTestFinished, test } from 'vitest';
import type { Page } from 'playwright-core';
import { BLOCK_BYTES } from '@handoff/shared/domain/address/block-upload';
import { platformUrl, signIn } from '../browser.ts';

// `SIZE=long` (`npm run test:long upload`) uploads 2 GB, otherwise a file that takes a few seconds.
const isLong = process.env['SIZE'] === 'long';
const ROWS = isLong ? 2 ** 19 : 10_240;
const ROW_BYTES = 4096;
/** The limit per ZIP code; a longer file repeats the codes. */
const MAX_NUMBERS = 20_000;
const BLOCKS = Math.ceil((ROWS * ROW_BYTES) / BLOCK_BYTES);
const WAIT_MS = isLong ? 1_200_000 : 60_000;
/** The memory that the API may gain in the meantime; a short run proves nothing about it. */
const MORE_AT_MOST_MB = isLong ? 60 : Infinity;

test(
  'a large file arrives complete over a line that breaks three times, and after a reload',
  { timeout: isLong ? 3_600_000 : 180_000 },
  async () => {
    const file = await writeStateFile();
    const ada = await signIn('Ada Quillsample', { expectedErrors: /ERR_|onnection|Failed to/ });
    ada.setDefaultTimeout(WAIT_MS);
    const sent = noteBlocks(ada);
    const line = await openLine(ada);
    const memory = await memoryOfApi();
    const before = await memory();

    await ada.goto(`${platformUrl}/admin/imports`);
    await chooseFile(ada, file);
    await ada.getByRole('combobox', { name: 'State' }).selectOption('NH');
    await ada.getByRole('button', { name: 'Upload and import' }).click();
    await line.breaksAfter(0.3 * BLOCKS);
    await line.breaksAfter(0.3 * BLOCKS);
    ada.once('dialog', (dialog) => void dialog.accept());
    await ada.reload();
    await ada.getByText('Choose the same file again').waitFor();
    await chooseFile(ada, file);
    await ada.getByRole('button', { name: 'Continue the upload' }).click();
    await line.breaksAfter(0.2 * BLOCKS);
    line.staysOpen();
    await ada.getByRole('heading', { name: 'Import of New Hampshire' }).waitFor();
    const after = await memory();
    // The worker goes live only with a file whose hash matches the one that the browser computed.
    await ada.getByText('Staff now see this version.').waitFor();

    expect(new Set(sent.map(({ blob }) => blob)).size).toBe(1);
    const ids = sent.map(({ id }) => id);
    // No block is uploaded twice, except a few whose answers the reload has lost.
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(BLOCKS - 4);
    console.log(
      `API memory: ${before} MB before, at most ${after} MB; ${ids.length} of ${BLOCKS} blocks sent`,
    );
    expect(after - before).toBeLessThan(MORE_AT_MOST_MB);
  },
);

async function chooseFile(page: Page, file: string): Promise<void> {
  await page.locator('input[type=file]').setInputFiles(file);
}

/** A line that passes a given number of blocks and loses the others. */
async function openLine(page: Page) {
  let passes = 0;
  let lost = 0;
  await page.route(/[?&]comp=block&/, async (route) => {
    if (passes < 1) {
      lost += 1;
      await route.abort('connectionreset');
      return;
    }
    passes -= 1;
    await route.continue();
  });
  return {
    async breaksAfter(blocks: number) {
      passes = Math.floor(blocks);
      await expect.poll(() => passes, { timeout: WAIT_MS }).toBe(0);
      const before = lost;
      await expect.poll(() => lost, { timeout: WAIT_MS }).toBeGreaterThan(before);
      await page.getByText('Connection lost. The upload continues by itself.').waitFor();
    },
    staysOpen: () => {
      passes = Infinity;
    },
  };
}

/** The blocks that the store accepted. */
function noteBlocks(page: Page): { blob: string; id: string }[] {
  const sent: { blob: string; id: string }[] = [];
  page.on('response', (response) => {
    const { pathname, searchParams } = new URL(response.url());
    if (searchParams.get('comp') === 'block' && response.status() === 201)
      sent.push({ blob: pathname, id: searchParams.get('blockid') ?? '' });
  });
  return sent;
}

const ofProcess = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');

/** The peak memory of the Functions host in MB; 0 without /proc. */
async function memoryOfApi(): Promise<() => Promise<number>> {
  const pids = await readdir('/proc').catch(() => []);
  for (const pid of pids) {
    const command = (await ofProcess(pid, 'cmdline')).split('\0');
    const parent = /PPid:\s+(\d+)/.exec(await ofProcess(pid, 'status'))?.[1];
    const isOurs = parent === String(process.ppid) || parent === String(process.pid);
    if (isOurs && command.some((word) => word.endsWith('part.ts')) && command.includes('functions'))
      return async () => {
        const peak = /VmHWM:\s+(\d+)/.exec(await ofProcess(pid, 'status'))?.[1] ?? '0';
        return Math.round(Number(peak) / 1024);
      };
  }
  return async () => 0;
}

async function writeStateFile(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'handoff-upload-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'nh.csv');
  await pipeline(Readable.from(rows()), createWriteStream(file));
  return file;
}

/** Rows of equal length, long enough that few of them make a large file. */
function* rows(): Generator<string> {
  yield 'number,street,city,county,state,zip,notes'.padEnd(ROW_BYTES - 1, ' ') + '\n';
  for (let row = 1; row < ROWS; row++)
    yield `${(row % MAX_NUMBERS) + 1},BROAD ST,MANCHESTER,,NH,03101,`.padEnd(ROW_BYTES - 1, '-') + '\n';
}
