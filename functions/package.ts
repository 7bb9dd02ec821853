import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import manifest from './package.json' with { type: 'json' };
import { bundleApi } from './bundle.ts';

// `npm run package`: the folder a Function App is given. No node_modules and no remote build: the bundle is complete,
// and npm's links between workspaces do not survive a zip.
const folder = process.argv[2] ?? '.deploy';
await mkdir(folder, { recursive: true });
await bundleApi(path.join(folder, 'index.cjs'));
await copyFile('host.json', path.join(folder, 'host.json'));
const { name, version } = manifest;
const deployed = { name: name.replace(/^.*\//, 'handoff-'), version, type: 'commonjs', main: 'index.cjs' };
await writeFile(path.join(folder, 'package.json'), `${JSON.stringify(deployed, undefined, 2)}\n`);
