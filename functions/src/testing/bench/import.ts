import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { setTimeout } from 'node:timers/promises';
import { parseArgs, promisify } from 'node:util';
import { createGunzip } from 'node:zlib';
import { isFinished } from '@handoff/shared/domain/address/import-progress';
import { type StateFileImport } from '@handoff/shared/domain/address/state-file-import';
import type { FileSubject } from '@handoff/shared/domain/address/file-subject';
import { AddressState } from '@handoff/shared/domain/address/us-state';
import * as z from 'zod';
import { diagnosisSearch } from '../../features/reference-lists/diagnosis-search.ts';
import { findPractitioners } from '../../features/reference-lists/practitioner-search.ts';
import { importHandlers } from '../../imports/import-handlers.ts';
import { fileKinds } from '../imports/file-kinds.ts';
import { callPorts } from '../../writes/call-ports.ts';
import { callSettings } from '../writes.ts';
import type { Platform } from '../../platform/ports.ts';
import { diagnosesFile, practitionersFile } from '../imports/national-lists.ts';
import { stateFile } from '../imports/state-file.ts';
import { copyBeside } from './copy-beside.ts';
import { startStand, usageOf, watchStore, type Stand } from './stand.ts';

// `npm run bench import [rows] [state]`: generated files take the real path through blob, trigger, Functions host and
// Cosmos endpoint, and in the same run bare csv-parse, because only their ratio is meaningful on a shared machine. Each
// size comes plain, with one column in quotes, and with all in quotes. `-- --file <path> --state <code>` measures one file
// instead. `-- --order-and-referring` measures the national lists: their import, and how long a look-up takes. Ends with an
// error and the names of the missed targets.

const handlers = importHandlers(fileKinds);

const { values: given, positionals } = parseArgs({
  options: {
    file: { type: 'string' },
    state: { type: 'string' },
    'order-and-referring': { type: 'boolean' },
    'cpu-prof': { type: 'boolean' },
  },
  allowPositionals: true,
});
const [rowsText, stateText = given.state ?? 'CT'] = positionals;
const sizes =
  rowsText === undefined ? [1_000_000, 5_000_000] : [z.coerce.number().int().min(1).parse(rowsText)];
const state = AddressState.parse(stateText);
const LARGE = 5_000_000;
/** An import of a second or two is repeated this often. */
const RUNS = 3;
const loading: AddressState = state === 'RI' ? 'CT' : 'RI';

/** Upper limits; a small file has a larger share of one-time work. The memory is relative to the idle host. */
const targetsOf = ({ rows, cpuRatioToDuckDb }: Measured) => ({
  peakRssTimesIdle: rows > LARGE ? 3.4 : 2.1,
  cpuRatioToCsvParse: rows < LARGE ? 0.3 : 0.2,
  // Without DuckDB, or in columns that its query does not name, there is nothing to miss.
  ...(!Number.isNaN(cpuRatioToDuckDb) && { cpuRatioToDuckDb: 0.5 }),
  zipWritesOnRepeat: 0,
  // Each ZIP code costs a write, and real states have ZIP codes of any size.
  ...(given.file === undefined ? { ruPer5000Addresses: 15 } : {}),
});

const PRACTITIONERS = 2_000_000;
const DIAGNOSES = 75_000;
const LOOK_UPS = 300;

const listTargets = { cpuRatioToCsvParse: 1, byNpiMs: 20, byNameMs: 20, diagnosisMs: 20 };

const DuckDbCpu = z.object({ readSeconds: z.number(), importSeconds: z.number().optional() });
const seen = watchStore();
const folder = await mkdtemp(join(tmpdir(), 'handoff-bench-import-'));
try {
  const file = join(folder, 'addresses.csv');
  if (given['order-and-referring'] === true) {
    await compareLists(file);
  } else if (given.file !== undefined) {
    const unpacked = given.file.endsWith('.gz') ? [createGunzip()] : [];
    await pipeline([createReadStream(given.file), ...unpacked, createWriteStream(file)]);
    await compare(file, basename(given.file));
  } else {
    for (const rows of sizes) {
      const oneColumn = stateFile({ state, rows, seed: 1, dirt: 0, isInOneColumn: true });
      // oxlint-disable-next-line no-await-in-loop -- one after the other, so that each has the machine for itself
      await pipeline(Readable.from(oneColumn), createWriteStream(file));
      // oxlint-disable-next-line no-await-in-loop -- the same
      await compare(file, `${rows} rows, addresses in one column`);
      for (const quotes of ['none', 'street', 'all'] as const) {
        // oxlint-disable no-await-in-loop -- one after the other, so that each has the machine for itself
        await pipeline(Readable.from(stateFile({ state, rows, seed: 1, quotes })), createWriteStream(file));
        await compare(file, `${rows} rows, in quotes: ${quotes}`);
        if (quotes === 'none') console.log(`PostgreSQL beside, rows a second: ${await copyBeside(file)}`);
        // oxlint-enable no-await-in-loop
      }
    }
  }
} finally {
  await rm(folder, { recursive: true });
}

/** A short run is repeated, each time in a separate worker, and the median time counts. */
async function compare(file: string, name: string): Promise<void> {
  const { size } = await stat(file);
  console.log(`${state}, ${name}, ${Math.round(size / 1e6)} MB`);
  const first = await measure(file);
  const { rows } = first;
  const all = [first];
  // oxlint-disable-next-line no-await-in-loop -- one after the other, so that each has the machine for itself
  for (const runs = rows < LARGE ? RUNS : 1; all.length < runs;) all.push(await measure(file));
  const measured = together(all);
  console.log(`RESULT ${JSON.stringify({ name, ...measured })}`);
  hold(measured, targetsOf(measured));
}

function hold(measured: object, targets: object): void {
  const values = new Map<string, number>(Object.entries(measured));
  for (const [target, limit] of Object.entries(targets)) {
    const value = values.get(target) ?? NaN;
    if (value <= limit) continue;
    console.log(`missed: ${target} ${value}, at most ${limit}`);
    process.exitCode = 1;
  }
}

/** The file of CMS is a real one only in its form: it is generated, and so are most codes. */
async function compareLists(file: string): Promise<void> {
  await pipeline(Readable.from(practitionersFile({ rows: PRACTITIONERS, seed: 1 })), createWriteStream(file));
  const { size } = await stat(file);
  console.log(`Order and Referring, ${PRACTITIONERS} rows, ${Math.round(size / 1e6)} MB`);
  const all: MeasuredLists[] = [];
  // oxlint-disable-next-line no-await-in-loop -- one after the other, so that each has the machine for itself
  while (all.length < RUNS) all.push(await measureLists(file));
  const measured: MeasuredLists = {
    rows: most(all, 'rows'),
    rowsPerSecond: median(all, 'rowsPerSecond'),
    peakRssMb: most(all, 'peakRssMb'),
    cpuRatioToCsvParse: median(all, 'cpuRatioToCsvParse'),
    byNpiMs: median(all, 'byNpiMs'),
    byNameMs: median(all, 'byNameMs'),
    diagnosisMs: median(all, 'diagnosisMs'),
  };
  console.log(`RESULT ${JSON.stringify(measured)}`);
  hold(measured, listTargets);
}

type MeasuredLists = Awaited<ReturnType<typeof measureLists>>;

async function measureLists(file: string) {
  const stand = await startStand();
  try {
    const bytes = await readFile(file);
    const small = Buffer.concat([...practitionersFile({ rows: 200, seed: 1 })]);
    await importOnce(stand, small, 'NPI');
    const imported = await importOnce(stand, bytes, 'NPI');
    console.log(`import ${imported.record.Progress.status}: ${JSON.stringify(imported.record.Progress)}`);
    const bare = await run('bare-csv-parse.ts', file, z.object({ cpuSeconds: z.number() }));
    console.log(`CPU: import ${imported.cpuSeconds} s, bare csv-parse ${bare.cpuSeconds.toFixed(2)} s`);
    const codes = await importOnce(stand, Buffer.from(diagnosesFile(DIAGNOSES)), 'ICD');
    console.log(`ICD-10-CM ${codes.record.Progress.status}: ${codes.record.Progress.accepted} codes`);
    return {
      rows: imported.record.Progress.rows,
      rowsPerSecond: Math.round(imported.record.Progress.rows / imported.seconds),
      peakRssMb: imported.peakRssMb,
      cpuRatioToCsvParse: ratio(imported.cpuSeconds, bare.cpuSeconds),
      ...(await lookUpTimes(stand.platform, bytes)),
    };
  } finally {
    await stand.stop();
  }
}

/** The 95th percentiles, from the handler to its answer. */
async function lookUpTimes(platform: Platform, file: Buffer) {
  const reads = { ...context(platform), ...callPorts(platform, callSettings).read };
  const rows = Array.from({ length: LOOK_UPS }, (_, n) => {
    const at = file.indexOf('\n', Math.floor((file.length * n) / (LOOK_UPS + 1))) + 1;
    const [Npi = '', last = '', first = ''] = file.toString('utf8', at, file.indexOf('\n', at)).split(',');
    return { Npi, Name: `${last}, ${first}` };
  });
  const findDiagnoses = diagnosisSearch();
  const words = ['heart failure', 'I50', 'fracture left', 'ulcer skin sequela', 'e11.6', 'type 2 diab'];
  const search = async (n: number) =>
    (await findDiagnoses({ body: { Text: words[n % words.length] ?? '' } }, reads)).Diagnoses;
  const find = async (body: { Npi: string; Name: string }) =>
    (await findPractitioners({ body }, reads)).Practitioners;
  const began = performance.now();
  await search(0);
  console.log(`first search of codes, which reads them: ${Math.round(performance.now() - began)} ms`);
  return {
    byNpiMs: await percentile95(async (n) => find({ Npi: rows[n]?.Npi ?? '', Name: '' })),
    byNameMs: await percentile95(async (n) => find({ Npi: '', Name: rows[n]?.Name ?? '' })),
    diagnosisMs: await percentile95(search),
  };
}

async function percentile95(lookUp: (n: number) => Promise<readonly unknown[]>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < LOOK_UPS; n++) {
    const began = performance.now();
    // oxlint-disable-next-line no-await-in-loop -- one after the other, as one person types
    const found = await lookUp(n);
    times.push(performance.now() - began);
    if (found.length === 0) throw new Error('A look-up found nothing');
  }
  const sorted = times.toSorted((a, b) => a - b);
  return Number((sorted[Math.floor(LOOK_UPS * 0.95)] ?? NaN).toFixed(1));
}

async function measure(file: string) {
  const stand = await startStand();
  try {
    const bytes = await readFile(file);
    const idle = await usageOf(stand.pid);
    // The measured time of csv-parse begins when its code is loaded, so the host loads its own by a small file first.
    const small = await buffer(stateFile({ state: loading, rows: 200, seed: 1 }));
    const { cpuSeconds: loadSeconds } = await importOnce(stand, small, loading);
    const before = { ...seen };
    const first = await importOnce(stand, bytes);
    const ru = seen.ru - before.ru;
    const { zipWrites } = seen;
    const bare = await run('bare-csv-parse.ts', file, z.object({ cpuSeconds: z.number() }));
    const duckDb = await run('duckdb-import.ts', file, DuckDbCpu).catch(() => undefined);
    // With one more byte the file is read to its end again, and changes nothing.
    const repeat = await importOnce(stand, Buffer.concat([bytes, Buffer.from('\n')]));

    const { accepted, rows } = first.record.Progress;
    console.log(`import ${first.record.Progress.status}: ${JSON.stringify(first.record.Progress)}`);
    console.log(`repeat ${repeat.record.Progress.status}`);
    console.log(
      `CPU: loading ${loadSeconds} s, import ${first.cpuSeconds} s, again ${repeat.cpuSeconds} s, bare csv-parse ${bare.cpuSeconds.toFixed(2)} s, ` +
        `DuckDB ${duckDb ? `${duckDb.readSeconds.toFixed(2)} s to read, ${duckDb.importSeconds?.toFixed(2) ?? '?'} s to import` : 'is not installed'}`,
    );
    console.log(`store: ${zipWrites - before.zipWrites} requests with ZIP documents, ${ru.toFixed(0)} RU`);
    return {
      rows,
      rowsPerSecond: Math.round(rows / first.seconds),
      peakRssMb: first.peakRssMb,
      peakRssTimesIdle: Number((first.peakRssMb / idle.peakRssMb).toFixed(2)),
      cpuRatioToCsvParse: Number((first.cpuSeconds / bare.cpuSeconds).toFixed(2)),
      // Reading alone makes no result, so it has no limit.
      cpuRatioToDuckDb: ratio(first.cpuSeconds, duckDb?.importSeconds),
      cpuRatioToDuckDbReading: ratio(first.cpuSeconds, duckDb?.readSeconds),
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
  return {
    rows: most(all, 'rows'),
    rowsPerSecond: median(all, 'rowsPerSecond'),
    peakRssMb: most(all, 'peakRssMb'),
    peakRssTimesIdle: most(all, 'peakRssTimesIdle'),
    cpuRatioToCsvParse: median(all, 'cpuRatioToCsvParse'),
    cpuRatioToDuckDb: median(all, 'cpuRatioToDuckDb'),
    cpuRatioToDuckDbReading: median(all, 'cpuRatioToDuckDbReading'),
    ruPer5000Addresses: most(all, 'ruPer5000Addresses'),
    zipWritesOnRepeat: most(all, 'zipWritesOnRepeat'),
  };
}

function median<Name extends string>(all: readonly Record<Name, number>[], name: Name): number {
  return inOrder(all, name)[Math.floor(all.length / 2)] ?? NaN;
}

function most<Name extends string>(all: readonly Record<Name, number>[], name: Name): number {
  return inOrder(all, name).at(-1) ?? NaN;
}

function inOrder<Name extends string>(all: readonly Record<Name, number>[], name: Name): number[] {
  return all.map((one) => one[name]).toSorted((a, b) => a - b);
}

async function importOnce(stand: Stand, bytes: Uint8Array, of: FileSubject = state) {
  const before = await usageOf(stand.pid);
  const began = performance.now();
  const importId = await upload(stand.platform, bytes, of);
  const record = await Promise.race([ended(stand.platform, importId), stand.failure]);
  if (record.Progress.status === 'failed') throw new Error(`The import failed: ${record.Message}`);
  const seconds = (performance.now() - began) / 1000;
  const after = await usageOf(stand.pid);
  const cpuSeconds = Number((after.cpuSeconds - before.cpuSeconds).toFixed(2));
  return { record, seconds, cpuSeconds, peakRssMb: after.peakRssMb };
}

async function upload(platform: Platform, bytes: Uint8Array, of: FileSubject): Promise<string> {
  const requestId = randomUUID().replaceAll('-', '');
  const file = { name: 'addresses.csv', type: 'text/csv', bytes };
  const input = { fields: { state: of, mode: 'replace' as const, publish: 'automatically' as const }, file };
  await handlers.upload(input, {
    ...context(platform),
    ...callPorts(platform, callSettings).effect,
    callerAddresses: [],
    wasSent: false,
    markSent: async () => {},
    derive: () => requestId,
    ifRefused: () => {},
  });
  return `${of.toLowerCase()}-${requestId}`;
}

async function ended(platform: Platform, importId: string): Promise<StateFileImport> {
  for (;;) {
    await setTimeout(250);
    const found = await handlers.byId(
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
    trail: () => ({ list: unread.list, moved: async () => [], ofMonth: () => unread }),
    system: unread,
    now: new Date(),
    fieldKeys,
    counties: async () => new Map<string, string[]>(),
    orderList: async () => undefined,
    viewed: () => {},
  };
}

async function run<Result>(name: string, file: string, result: z.ZodType<Result>): Promise<Result> {
  const script = join(import.meta.dirname, name);
  const { stdout } = await promisify(execFile)(process.execPath, [script, file]);
  return result.parse(JSON.parse(stdout));
}

function ratio(one: number, other: number | undefined): number {
  return other ? Number((one / other).toFixed(2)) : NaN;
}
