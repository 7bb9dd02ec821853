/** @module-tag long */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
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

test('the package lists exactly its packages and versions, and the same again when rebuilt', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sbom-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const mapFolder = await mkdtemp(path.join(tmpdir(), 'sbom-maps-'));
  onTestFinished(() => rm(mapFolder, { recursive: true, force: true }));
  const make = async () => {
    await promisify(execFile)(process.execPath, ['functions/package.ts', folder, mapFolder], { cwd: root });
    const files = await Promise.all(
      (await readdir(folder)).map(async (name) => [name, await readFile(path.join(folder, name), 'utf8')]),
    );
    return z.record(z.string(), z.string()).parse(Object.fromEntries(files));
  };
  const made = await make();
  const text = made['sbom.cdx.json'] ?? '';
  const { metadata, components } = Sbom.parse(JSON.parse(text));
  const product = await manifestIn(root);
  expect(metadata.component).toEqual({ name: 'handoff-api', version: product.version });

  const named = components.map(({ name, version }) => `${name}@${version}`);
  const maps = ['index', 'storage-blob', 'file-thread'].map((name) =>
    path.join(mapFolder, `${name}.cjs.map`),
  );
  const mapped = (await Promise.all(maps.map((map) => mappedPackages(map, folder)))).flat();
  expect(mapped.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !mapped.includes(name) && !bringsItsOwnMap.test(name))).toEqual([]);
  expect(named.some((name) => name.startsWith('zod@'))).toBe(true);
  expect(named.filter((name) => /^(react|vitest|esbuild|azurite|@handoff\/)/.test(name))).toEqual([]);
  expect(await make()).toEqual(made);
});

test('the built web app has such a list, too, which is not served', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'sbom-web-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const args = ['build', 'web', '--config', 'web/deploy.config.ts', '--sourcemap', '--outDir', folder];
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)('node_modules/.bin/vite', args, { cwd: root, env });
  const { metadata, components } = Sbom.parse(JSON.parse(await readFile(webSbom, 'utf8')));
  expect(metadata.component.name).toBe('handoff-web');

  const files = await readdir(folder, { recursive: true });
  expect(files.filter((file) => /sbom|cdx/.test(file))).toEqual([]);
  const maps = files.filter((file) => /assets.*\.js\.map$/.test(file)).map((file) => path.join(folder, file));
  const mapped = (await Promise.all(maps.map((map) => mappedPackages(map, path.dirname(map))))).flat();
  const named = components.map(({ name, version }) => `${name}@${version}`);
  expect(mapped.filter((name) => !named.includes(name))).toEqual([]);
  expect(named.filter((name) => !mapped.includes(name) && !isAsset.test(name))).toEqual([]);
  expect(named.filter((name) => isAsset.test(name))).toHaveLength(3);
  expect(named.filter((name) => /^(vite|vitest|rolldown|playwright|@handoff\/)/.test(name))).toEqual([]);
}, 60_000);

const webSbom = path.join(root, '.cache/web.sbom.cdx.json');
/** Packages that also have files other than scripts. */
const isAsset = /^(@fontsource-variable\/inter|@gutenye\/ocr-models|pdfjs-dist)@/;

/** Packages bundled by their authors, whose maps lead to sources that are not published. */
const bringsItsOwnMap = /^@azure\/functions(-extensions-base)?@/;

/** Reads the packages from the bundle's source map, as evidence independent of the bundler's list. */
async function mappedPackages(map: string, from: string): Promise<string[]> {
  const { sources } = SourceMap.parse(JSON.parse(await readFile(map, 'utf8')));
  const folders = new Set(sources.flatMap((source) => packageOf(source, from) ?? []));
  const names = await Promise.all([...folders].map(manifestIn));
  return [...new Set(names.map(({ name, version }) => `${name}@${version}`))];
}

/** The folder of a package. Vite writes the maps of workers as if they were in the folder of the app, or one below it. */
function packageOf(source: string, from: string): string | undefined {
  const folders = [from, path.join(root, 'web/dist'), path.join(root, 'web/dist/ocr')].flatMap(
    (place) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path.resolve(place, source))?.[0] ?? [],
  );
  return folders.find((folder) => existsSync(folder)) ?? folders[0];
}

const manifestIn = async (folder: string) =>
  Manifest.parse(JSON.parse(await readFile(path.join(folder, 'package.json'), 'utf8')));
