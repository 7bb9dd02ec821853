import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import * as z from 'zod';

const Manifest = z.object({ name: z.string(), version: z.string() });
const Component = z.looseObject({ 'bom-ref': z.string() });
/** CycloneDX in npm's form. */
const Sbom = z.looseObject({
  metadata: z.looseObject({ component: z.looseObject({}) }),
  components: z.array(Component),
  dependencies: z.array(z.object({ ref: z.string(), dependsOn: z.array(z.string()) })),
});

/**
 * Returns npm's own list of packages, reduced to those of the bundled files. It has neither time nor serial number,
 * so the same code gives the same list.
 */
export async function sbomOf(files: Iterable<string>, product: z.infer<typeof Manifest>) {
  const [shipped, { serialNumber: _serial, metadata, components, dependencies, ...format }] =
    await Promise.all([packagesOf(files), listedByNpm()]);
  const listed = new Map(components.map((component) => [component['bom-ref'], component]));
  const missing = [...shipped].filter((ref) => !listed.has(ref));
  if (missing.length > 0) throw new Error(`npm's list of packages lacks ${missing.join(', ')}`);
  const { timestamp: _time, ...origin } = metadata;
  const ref = `${product.name}@${product.version}`;
  const component = { 'bom-ref': ref, type: 'application', ...product };
  return {
    ...format,
    metadata: { ...origin, component },
    components: [...shipped].map((name) => ({ ...listed.get(name), scope: 'required', properties: [] })),
    dependencies: [
      { ref, dependsOn: [...shipped] },
      ...dependencies
        .filter((of) => shipped.has(of.ref))
        .map((of) => ({ ...of, dependsOn: of.dependsOn.filter((name) => shipped.has(name)) })),
    ],
  };
}

/** Returns `<name>@<version>` of every package with one of these files. */
async function packagesOf(files: Iterable<string>): Promise<Set<string>> {
  const folders = [...files].flatMap(
    (file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll('\\', '/'))?.[0] ?? [],
  );
  const names = [...new Set(folders)].map(async (folder) => {
    const text = await readFile(path.join(folder, 'package.json'), 'utf8');
    const { name, version } = Manifest.parse(JSON.parse(text));
    return `${name}@${version}`;
  });
  return new Set((await Promise.all(names)).toSorted());
}

const MAX_BYTES = 50_000_000;

/** Reads the lockfile, because more packages may be installed. */
async function listedByNpm(): Promise<z.infer<typeof Sbom>> {
  // Includes development packages, because the bundler packs some of them; unpacked ones are removed afterwards.
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only', '--include=dev'];
  const { stdout } = await promisify(execFile)('npm', args, {
    cwd: path.join(import.meta.dirname, '..'),
    maxBuffer: MAX_BYTES,
    shell: process.platform === 'win32',
  });
  return Sbom.parse(JSON.parse(stdout));
}
