import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { root } from '../installation.ts';

const Sbom = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ name: z.string(), version: z.string() }) }),
  components: z.array(
    z.object({
      name: z.string(),
      version: z.string(),
      purl: z.string().startsWith('pkg:npm/'),
      hashes: z.array(z.object({ alg: z.literal('SHA-512'), content: z.string().length(128) })).length(1),
    }),
  ),
});
const SourceMap = z.object({ sources: z.array(z.string()) });
const Manifest = z.object({ name: z.string(), version: z.string() });

test('the package says which packages are in it, and in which versions: no more and no fewer', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sbom-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const make = async () => {
    await promisify(execFile)(process.execPath, ['functions/package.ts', folder], { cwd: root });
    return readFile(path.join(folder, 'sbom.cdx.json'), 'utf8');
  };
  const text = await make();
  const { metadata, components } = Sbom.parse(JSON.parse(text));
  const product = await manifestIn(root);
  expect(metadata.component).toEqual({ name: 'handoff-api', version: product.version });

  const named = components.map(({ name, version }) => `${name}@${version}`);
  const mapped = await mappedPackages(folder);
  expect(mapped.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !mapped.includes(name) && !bringsItsOwnMap.test(name))).toEqual([]);
  expect(named.some((name) => name.startsWith('zod@'))).toBe(true);
  expect(named.filter((name) => /^(react|vitest|esbuild|azurite|@handoff\/)/.test(name))).toEqual([]);
  expect(await make()).toBe(text);
});

/** Bundled by their makers: the map leads on to sources that nobody has. */
const bringsItsOwnMap = /^@azure\/functions(-extensions-base)?@/;

/** Another witness than the bundler's list: where the source map of the bundle leads from where it was made. */
async function mappedPackages(from: string): Promise<string[]> {
  const map = path.join(root, '.cache/index.cjs.map');
  const { sources } = SourceMap.parse(JSON.parse(await readFile(map, 'utf8')));
  const folders = new Set(
    sources.flatMap(
      (source) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.resolve(from, source))?.[0] ?? [],
    ),
  );
  const names = await Promise.all([...folders].map(manifestIn));
  return [...new Set(names.map(({ name, version }) => `${name}@${version}`))];
}

const manifestIn = async (folder: string) =>
  Manifest.parse(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')));
