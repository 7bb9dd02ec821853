import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { api } from '@handoff/shared/contract/api';
import { defaultEligibilitySettings } from '@handoff/shared/domain/eligibility/settings';
import { workBudget, type WorkBudget } from '@handoff/shared/domain/work-budget';
import { AppError } from '../../core/app-error.ts';
import { fileTypeOf } from '../../features/documents/file-type.ts';
import { readReferralFile } from '../../features/drafts/files/read-referral-file.ts';
import { classify } from '../../features/eligibility/rules/classify.ts';
import { parse271 } from '../../features/eligibility/x12/parse-271.ts';
import { freshApi } from '../api.ts';
import { samples as answers } from '../eligibility/sample-answers.ts';
import { messageText, sampleFile } from '../examples/referral-files.ts';
import { isLong, seeded } from '../faults/run-size.ts';
import { drawFile, type DrawnFile, type Sample } from './drawn-files.ts';

// A stranger's file may be any file. What it costs must grow as it grows, and end at the budget, beside the event loop.

const FILES = isLong ? 1_500 : 60;
const COPIES = 400;
/** In units: what is spent once, whatever the size. */
const CONSTANT = 3_000;
/** Limits the CPU time of one turn of the event loop: `/health` is answered between two turns. */
const MAX_TURN_MS = 300;
const MAX_MEMORY = 200 * 1024 * 1024;
const MAX_FILE = 19 * 1024 * 1024;

const note = await sampleFile('referral-note.xml');
const tiff = Buffer.concat([Buffer.from('49492a0008000000', 'hex'), Buffer.alloc(200)]);
const samples: Sample[] = [
  ...(await Promise.all(
    [
      'referral-note.xml',
      'scanned-summary.xml',
      'clinical-order.json',
      'bser-message.json',
      'transfer-of-care.json',
    ].map(async (name) => ({ name, bytes: Buffer.from(await sampleFile(name)) })),
  )),
  { name: 'order.hl7', bytes: Buffer.from(messageText) },
  { name: 'package.zip', bytes: Buffer.from(note) },
  {
    name: 'letter.docx',
    bytes: Buffer.from('<w:document><w:p><w:instrText>PAGE</w:instrText></w:p></w:document>'),
  },
  { name: 'fax.tif', bytes: tiff },
  { name: 'photo.jpg', bytes: Buffer.from('ffd8ffe0000600000000ffc2000b08001000100101011100ffd9', 'hex') },
  { name: 'photo.png', bytes: Buffer.from('89504e470d0a1a0a0000000d494844520000001000000010', 'hex') },
  ...[...answers].slice(0, 12).map(([name, text]) => ({ name: `${name}.271`, bytes: Buffer.from(text) })),
];

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

const inquiry = {
  firstName: 'Ana',
  lastName: 'Lima',
  birthDate: '1948-03-12',
  mbi: '1EG4TE5MK00',
  category: 'Home Care',
  dateOfService: '2025-06-10',
} as const;

const isDocument = ({ ending }: DrawnFile) => ['docx', 'tif', 'jpg', 'png'].includes(ending);

async function read(file: DrawnFile, bytes: Buffer, budget: WorkBudget): Promise<void> {
  try {
    if (file.ending === '271') judge(bytes.toString());
    else if (isDocument(file)) await fileTypeOf(`file.${file.ending}`, bytes, budget);
    else await readReferralFile(bytes, budget);
  } catch (error) {
    if (!(error instanceof AppError)) throw new Error(file.what, { cause: error });
  }
}

/** Judges each person of the answer, whoever was asked about. */
function judge(answer271: string): void {
  const answer = parse271(answer271);
  if (answer.kind !== '271') return;
  for (const facts of answer.people) classify({ facts, inquiry, settings: defaultEligibilitySettings });
}

interface Cost {
  units: number;
  cpuMs: number;
}

async function costOf(file: DrawnFile, copies: number): Promise<Cost> {
  const bytes = file.make(copies);
  const budget = workBudget(() => new AppError('unsupported_file', 'Over'), Infinity);
  const began = process.threadCpuUsage();
  await read(file, bytes, budget);
  const { user, system } = process.threadCpuUsage(began);
  return { units: budget.spent(), cpuMs: (user + system) / 1000 };
}

test(
  `each of ${FILES} drawn files costs at most two and a half times as much when it is twice as large`,
  async () => {
    const random = seeded('drawn files');
    const wrong: string[] = [];
    for (let drawn = 0; drawn < FILES; drawn += 1) {
      const file = drawFile(random.pick([samples[0] ?? fail(), ...samples]), random);
      // oxlint-disable-next-line no-await-in-loop -- each is measured by itself
      const [small, large] = [await costOf(file, COPIES * 4), await costOf(file, COPIES * 8)];
      if (large.units > small.units * 2.5 + CONSTANT)
        wrong.push(`${file.what}: ${small.units} units, then ${large.units}`);
      // Work that is not spent shows in the time; a short one says nothing, and a collection of garbage comes once.
      // oxlint-disable-next-line no-await-in-loop
      if (isSlow(small, large) && (await isSlowAgain(file)))
        wrong.push(`${file.what}: ${Math.round(small.cpuMs)} ms, then ${Math.round(large.cpuMs)}`);
    }
    expect(wrong).toEqual([]);
  },
  isLong ? 3_600_000 : 120_000,
);

const isSlow = (small: Cost, large: Cost) => large.cpuMs > 1_000 && large.cpuMs > small.cpuMs * 3.5;

async function isSlowAgain(file: DrawnFile): Promise<boolean> {
  collectGarbage();
  const small = await costOf(file, COPIES * 4);
  collectGarbage();
  return isSlow(small, await costOf(file, COPIES * 8));
}

function fail(): never {
  throw new Error('There is no sample');
}

test(
  'files as large as they may be are taken or refused, while the API answers others',
  async () => {
    const handoff = await freshApi();
    const random = seeded('large drawn files');
    const wrong: string[] = [];
    let longest = 0;
    // The threads start before memory is measured.
    await handoff.call(api.drafts.fromFile, { fields: {}, file: new File(['{}'], 'a.json') }, { as: 'ana' });
    let most = 0;
    for (let drawn = 0; drawn < FILES / 4; drawn += 1) {
      const file = drawFile(random.pick([samples[0] ?? fail(), ...samples]), random);
      if (file.ending === '271') continue;
      const bytes = largest(file);
      const began = Date.now();
      collectGarbage();
      const before = process.memoryUsage().rss;
      // oxlint-disable-next-line no-await-in-loop -- what one costs must not be counted for another
      const { status, turnMs, rss } = await turnsWhile(async () => {
        const upload = new File([new Uint8Array(bytes)], `file.${file.ending}`);
        const { fromFile } = api.drafts;
        return isDocument(file)
          ? handoff.call(api.services.uploadFile, { fields: {}, file: upload }, { as: 'ana' })
          : handoff.call(fromFile, { fields: {}, file: upload }, { as: 'ana' });
      });
      longest = Math.max(longest, turnMs);
      most = Math.max(most, rss - before);
      if (![200, 415, 413].includes(status)) wrong.push(`${file.what}: ${status}`);
      if (rss - before > MAX_MEMORY)
        wrong.push(`${file.what}: took ${Math.round((rss - before) / 1024 / 1024)} MB`);
      if (turnMs > MAX_TURN_MS) wrong.push(`${file.what}: kept the API for ${Math.round(turnMs)} ms`);
      if (Date.now() - began > 25_000) wrong.push(`${file.what}: took ${Date.now() - began} ms`);
    }
    console.log(
      `large drawn files: ${Math.round(longest)} ms in one turn, ${Math.round(most / 1024 / 1024)} MB`,
    );
    expect(wrong).toEqual([]);
  },
  isLong ? 3_600_000 : 120_000,
);

/** Grows a file up to the limit of an upload; a package stops where it has grown a thousandfold. */
function largest(file: DrawnFile): Buffer {
  let copies = COPIES;
  let bytes = file.make(copies);
  while (bytes.length * 2 < MAX_FILE && copies < 400_000) {
    copies *= 2;
    const larger = file.make(copies);
    if (larger.length > MAX_FILE) break;
    bytes = larger;
  }
  return bytes;
}

async function turnsWhile(run: () => Promise<{ status: number }>) {
  let last = process.threadCpuUsage();
  let [turnMs, rss] = [0, 0];
  function endTurn() {
    rss = Math.max(rss, process.memoryUsage.rss());
    const { user, system } = process.threadCpuUsage(last);
    turnMs = Math.max(turnMs, (user + system) / 1000);
    last = process.threadCpuUsage();
  }
  const turns = setInterval(endTurn, 1);
  try {
    const { status } = await run();
    endTurn();
    return { status, turnMs, rss };
  } finally {
    clearInterval(turns);
  }
}
