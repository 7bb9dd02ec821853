import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isFinished, type StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import { AddressState } from '@handoff/shared/domain/address/us-state';
import * as z from 'zod';
import { importHandlers } from '../../features/address-import/import-handlers.ts';
import { callPorts } from '../../writes/call-ports.ts';
import { callSettings } from '../writes.ts';
import type { Platform } from '../../platform/ports.ts';
import { stateFile } from '../imports/state-file.ts';
import { copyBeside } from './copy-beside.ts';
import { startStand, usageOf, watchStore, type Stand } from './stand.ts';

// `npm run bench import [rows] [state]`: a generated file takes the real path through blob, trigger, Functions
// host and Cosmos endpoint, and in the same run bare csv-parse, because only their ratio is meaningful on a shared
// machine. Ends with an error and the names of the missed targets.

const [rowsText = '1000000', stateText = 'CT'] = process.argv.slice(2).filter((arg) => !arg.startsWith('--'));
const rows = z.coerce.number().int().min(1).parse(rowsText);
const state = AddressState.parse(stateText);

/** Upper limits; a small file has a larger share of one-time work. The memory is relative to the idle host. */
const targets = {
  peakRssTimesIdle: rows > 5_000_000 ? 3.4 : 2.1,
  cpuRatioToCsvParse: rows < 5_000_000 ? 0.3 : 0.2,
  ruPer5000Addresses: 15,
  zipWritesOnRepeat: 0,
};

/** A run under a second is repeated, each time in a separate worker, and the median time counts. */
const runs = rows < 5_000_000 ? 3 : 1;

const seen = watchStore();
const folder = await mkdtemp(join(tmpdir(), 'handoff-bench-import-'));
try {
  const file = join(folder, 'addresses.csv');
  await pipeline(Readable.from(stateFile({ state, rows, seed: 1 })), createWriteStream(file));
  const { size } = await stat(file);
  console.log(`${state}: ${rows} rows, ${Math.round(size / 1e6)} MB`);

  const all = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other, so that each has the machine for itself
  for (let run = 0; run < runs; run++) all.push(await measure(file));
  const { rowsPerSecond, ...measured } = together(all);
  const beside = await copyBeside(file);
  console.log(`RESULT ${JSON.stringify({ rows, rowsPerSecond, ...measured, ...beside })}`);
  for (const [name, most] of Object.entries(targets)) {
    const value = new Map(Object.entries(measured)).get(name) ?? NaN;
    if (value <= most) continue;
    console.log(`missed: ${name} ${value}, at most ${most}`);
    process.exitCode = 1;
  }
} finally {
  await rm(folder, { recursive: true });
}

async function measure(file: string) {
  const stand = await startStand();
  try {
    const bytes = await readFile(file);
    const before = { ...seen };
    const first = await importOnce(stand, bytes);
    const ru = seen.ru - before.ru;
    const { zipWrites } = seen;
    const bare = await bareCsvParse(file);
    // With one more byte the file is read to its end again, and changes nothing.
    const repeat = await importOnce(stand, Buffer.concat([bytes, Buffer.from('\n')]));

    const { accepted } = first.record.Progress;
    console.log(`import ${first.record.Progress.status}: ${JSON.stringify(first.record.Progress)}`);
    console.log(`repeat ${repeat.record.Progress.status}`);
    console.log(
      `CPU: import ${first.cpuSeconds} s, again ${repeat.cpuSeconds} s, bare csv-parse ${bare.cpuSeconds.toFixed(2)} s`,
    );
    console.log(`store: ${zipWrites - before.zipWrites} requests with ZIP documents, ${ru.toFixed(0)} RU`);
    return {
      rowsPerSecond: Math.round(rows / first.seconds),
      peakRssMb: first.peakRssMb,
      peakRssTimesIdle: Number((first.peakRssMb / first.idleRssMb).toFixed(2)),
      cpuRatioToCsvParse: Number((first.cpuSeconds / bare.cpuSeconds).toFixed(2)),
      ruPer5000Addresses: Number(((ru / accepted) * 5000).toFixed(1)),
      zipWritesOnRepeat: seen.zipWrites - zipWrites,
    };
  } finally {
    await stand.stop();
  }
}

type Measured = Awaited<ReturnType<typeof measure>>;

/** Takes the median of the times and the worst of everything else. */
function together(all: readonly Measured[]): Measured {
  const sorted = (name: keyof Measured) => all.map((one) => one[name]).toSorted((a, b) => a - b);
  const median = (name: keyof Measured) => sorted(name)[Math.floor(all.length / 2)] ?? NaN;
  const most = (name: keyof Measured) => sorted(name).at(-1) ?? NaN;
  return {
    rowsPerSecond: median('rowsPerSecond'),
    peakRssMb: most('peakRssMb'),
    peakRssTimesIdle: most('peakRssTimesIdle'),
    cpuRatioToCsvParse: median('cpuRatioToCsvParse'),
    ruPer5000Addresses: most('ruPer5000Addresses'),
    zipWritesOnRepeat: most('zipWritesOnRepeat'),
  };
}

async function importOnce(stand: Stand, bytes: Uint8Array) {
  const before = await usageOf(stand.pid);
  const began = performance.now();
  const importId = await upload(stand.platform, bytes);
  const record = await Promise.race([ended(stand.platform, importId), stand.failure]);
  if (record.Progress.status === 'failed') throw new Error(`The import failed: ${record.Message}`);
  const seconds = (performance.now() - began) / 1000;
  const after = await usageOf(stand.pid);
  const cpuSeconds = Number((after.cpuSeconds - before.cpuSeconds).toFixed(2));
  return { record, seconds, cpuSeconds, peakRssMb: after.peakRssMb, idleRssMb: before.peakRssMb };
}

async function upload(platform: Platform, bytes: Uint8Array): Promise<string> {
  const requestId = randomUUID().replaceAll('-', '');
  const file = { name: 'addresses.csv', type: 'text/csv', bytes };
  const input = { fields: { state, mode: 'replace' as const, publish: 'automatically' as const }, file };
  await importHandlers.upload(input, {
    ...context(platform),
    ...callPorts(platform, callSettings).effect,
    clock: platform.clock,
    requestId,
    callerAddresses: [],
    wasSent: false,
    markSent: async () => {},
    derive: () => requestId,
  });
  return `${state.toLowerCase()}-${requestId}`;
}

async function ended(platform: Platform, importId: string): Promise<StateFileImport> {
  for (;;) {
    await setTimeout(250);
    const found = await importHandlers.byId(
      { query: { id: importId } },
      { ...context(platform), ...callPorts(platform, callSettings).read },
    );
    const [record] = found.StateFileImports;
    if (record && isFinished(record.Progress.status)) return record;
  }
}

function context({ fieldKeys }: Platform) {
  const unread = {
    get: async () => undefined,
    list: async () => ({ items: [], Continuation: null }),
    count: async () => 0,
  };
  return {
    caller: {
      claims: { oid: 'bench', tid: 'bench', name: 'Bench', email: '', signedInAt: 0 },
      person: { Id: 'user-bench', FullName: 'Bench' },
      roles: { SystemRole: 'Administrator' as const },
      businessDomainId: '',
    },
    find: unread,
    system: unread,
    now: new Date(),
    fieldKeys,
    counties: async () => new Map<string, string[]>(),
    viewed: () => {},
  };
}

async function bareCsvParse(file: string): Promise<{ cpuSeconds: number }> {
  const script = join(import.meta.dirname, 'bare-csv-parse.ts');
  const { stdout } = await promisify(execFile)(process.execPath, [script, file]);
  return z.object({ cpuSeconds: z.number() }).parse(JSON.parse(stdout));
}
