import { mkdir, readFile } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import type * as realApp from '../../app.ts';

const root = resolve(import.meta.dirname, '../../../..');
const pipelineFolder = resolve(root, 'functions/src/pipeline');

/** One mistake: this text of this file of the pipeline, and what stands there instead. */
type Mistake = [file: string, text: string, instead: string];

const randomIds: Mistake = [
  'idempotency/idempotency-record.ts',
  'return sha256(`${id}|${salt}`).slice(0, 32);',
  'return sha256(`${id}|${salt}|${Math.random()}`).slice(0, 32);',
];

/** The mistakes of idempotency.md §13: each must be noticed. */
export const brokenPipelines = {
  'random instead of derived ids': [randomIds],
  'the record written after the effect': [
    [
      'idempotency/atomic.ts',
      'const result = await commitSurely(platform, partition, batch.operations);',
      'const result = await commitSurely(platform, partition, batch.operations.slice(1));',
    ],
    [
      'idempotency/atomic.ts',
      "await platform.checkpoint('A3');",
      "await platform.checkpoint('A3'); await partition.commit(batch.operations.slice(0, 1));",
    ],
  ],
  'no fence and random ids': [
    randomIds,
    [
      'idempotency/lease.ts',
      "{ op: 'replace', document: { ...record }, ifMatch: held.etag }",
      "{ op: 'upsert', document: { ...record } }",
    ],
    [
      'unit-of-work/audit-chain.ts',
      "? { op: 'replace', document, ifMatch: head._etag }",
      "? { op: 'upsert', document }",
    ],
  ],
  'a rejected duplicate that deletes the record': [
    [
      'idempotency/lease-claim.ts',
      'refuseWhileHeld(record?.leaseUntil, now);',
      `try { refuseWhileHeld(record?.leaseUntil, now); }
       catch (error) { await partition.remove(intent.id, record?.etag ?? ''); throw error; }`,
    ],
  ],
  'the raw form in the fingerprint': [
    ['idempotency/fingerprint.ts', 'raw.parts.length > 0 ?', 'raw.parts.length < 0 ?'],
  ],
  "the audit head read after the handler's reads": [
    [
      'idempotency/atomic.ts',
      'const [stored, head] = await Promise.all([partition.read(intent.id), partition.read(AUDIT_HEAD)]);',
      'const stored = await partition.read(intent.id);',
    ],
    [
      'idempotency/atomic.ts',
      'const batch = batchOf(request, {',
      'const head = await partition.read(AUDIT_HEAD); const batch = batchOf(request, {',
    ],
  ],
} satisfies Record<string, Mistake[]>;

export type BrokenPipeline = keyof typeof brokenPipelines;

/** The API with these mistakes in it; the contract stays the tests' own. */
export async function buildBroken(name: BrokenPipeline): Promise<typeof realApp.createApp> {
  const mistakes: Mistake[] = brokenPipelines[name];
  const outfile = join(root, '.cache/broken', `${name.replaceAll(/\W+/g, '-')}.mjs`);
  await mkdir(join(root, '.cache/broken'), { recursive: true });
  await build({
    entryPoints: [join(root, 'functions/src/app.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    packages: 'external',
    logLevel: 'warning',
    plugins: [
      {
        name: 'mistakes',
        setup: (bundling) =>
          bundling.onLoad({ filter: /functions\/src\/pipeline\/[\w/-]+\.ts$/ }, async ({ path }) => {
            let contents = await readFile(path, 'utf8');
            for (const [file, text, instead] of mistakes) {
              if (path !== join(pipelineFolder, file)) continue;
              if (!contents.includes(text)) throw new Error(`${basename(path)} does not say ${text}`);
              contents = contents.replace(text, () => instead);
            }
            return { contents, loader: 'ts' };
          }),
      },
    ],
  });
  const module: typeof realApp = await import(/* @vite-ignore */ pathToFileURL(outfile).href);
  return module.createApp;
}
