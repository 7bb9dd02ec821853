import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Plugin, Rollup } from 'vite';
import product from '../package.json' with { type: 'json' };
import { sbomOf } from '../infra/sbom.ts';

// Kept beside the app: served with it, it would show everyone which versions are in use.
const file = path.join(import.meta.dirname, '../.cache/web.sbom.cdx.json');

/** Says which packages are in the built app (CycloneDX). Workers are bundled apart, before the app. */
export function listPackages(): { app: Plugin; worker: Plugin } {
  const inWorkers: string[] = [];
  const worker: Plugin = {
    name: 'list-packages-of-workers',
    generateBundle: (_, bundle) => void inWorkers.push(...Object.values(bundle).flatMap(sourcesOf)),
  };
  const app: Plugin = {
    name: 'list-packages',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_, bundle) {
        const shipped = [...inWorkers, ...Object.values(bundle).flatMap(sourcesOf)];
        const sbom = await sbomOf(shipped, { name: 'handoff-web', version: product.version });
        await mkdir(path.dirname(file), { recursive: true });
        await writeFile(file, JSON.stringify(sbom));
      },
    },
  };
  return { app, worker };
}

/** Fonts, style sheets and the files of pdf.js are assets, scripts are modules of a chunk. */
function sourcesOf(part: Rollup.OutputChunk | Rollup.OutputAsset): string[] {
  if (part.type === 'asset')
    return part.originalFileNames.map((name) => path.resolve(import.meta.dirname, name));
  return Object.entries(part.modules).flatMap(([id, { renderedLength }]) =>
    renderedLength > 0 || id.endsWith('.css') ? [id.replace(/^\0/, '')] : [],
  );
}
