import { copyFile, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import product from '../package.json' with { type: 'json' };
import { sbomOf } from '../infra/sbom.ts';
import { bundleApi, bundleFiles } from './bundle.ts';

// `npm run package`: the folder a Function App is given. No node_modules and no remote build: the bundle is complete,
// and npm's links between workspaces do not survive a zip.
const [, , folder = '.deploy', maps = '.cache'] = process.argv;
// Emptied first: what an earlier version left would be deployed with it.
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
const metafiles = await bundleApi(path.join(folder, 'index.cjs'), { minify: true });
// Kept beside: it reads stack traces, and no one needs it in Azure.
await mkdir(maps, { recursive: true });
for (const file of bundleFiles) {
  await copyFile(path.join(folder, `${file}.map`), path.join(maps, `${file}.map`));
  await rm(path.join(folder, `${file}.map`));
}
await copyFile('host.json', path.join(folder, 'host.json'));
const deployed = { name: 'handoff-api', version: product.version, type: 'commonjs', main: 'index.cjs' };
await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(deployed, undefined, 2)}\n`);
const shipped = metafiles
  .flatMap(({ outputs }) => Object.values(outputs))
  .flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
const sbom = await sbomOf(shipped, { name: deployed.name, version: deployed.version });
await writeFile(path.join(folder, 'sbom.cdx.json'), JSON.stringify(sbom));
const sizes = (await readdir(folder)).map(async (file) => (await stat(path.join(folder, file))).size);
const bytes = (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
process.stdout.write(`${folder}: ${(bytes / 1024 / 1024).toFixed(2)} MB\n`);
