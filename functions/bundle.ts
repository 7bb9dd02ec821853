import { build, type Metafile } from 'esbuild';
import product from '../package.json' with { type: 'json' };

/** One CommonJS file is the whole deployed API; what runs on this machine only must not be in it. */
export async function bundleApi(outfile: string, { minify = false } = {}): Promise<Metafile> {
  const { metafile } = await build({
    entryPoints: ['functions/src/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    sourcemap: true,
    minify,
    // Errors are told apart by their names.
    keepNames: minify,
    // The version has one place, the manifest of the whole.
    define: { HANDOFF_VERSION: JSON.stringify(product.version) },
    // The worker brings the first. The second reads a format of listing blobs that nothing here asks for, and would be a
    // seventh of the package.
    external: ['@azure/functions-core', 'apache-arrow'],
    metafile: true,
    logLevel: 'warning',
  });
  const strays = Object.keys(metafile.inputs).filter((input) => /^(infra|web)\/|\/testing\//.test(input));
  if (strays.length > 0) throw new Error(`The bundle must not contain ${strays.join(', ')}`);
  return metafile;
}
