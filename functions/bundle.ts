import { build } from 'esbuild';

/** One CommonJS file is the whole deployed API; what runs on this machine only must not be in it. */
export async function bundleApi(outfile: string): Promise<void> {
  const { metafile } = await build({
    entryPoints: ['functions/src/main.ts'],
    outfile,
    bundle: true,
    platform: 'node',
    target: 'node22',
    format: 'cjs',
    sourcemap: true,
    external: ['@azure/functions-core'],
    metafile: true,
    logLevel: 'warning',
  });
  const strays = Object.keys(metafile.inputs).filter((input) => /^(infra|web)\/|\/testing\//.test(input));
  if (strays.length > 0) throw new Error(`The bundle must not contain ${strays.join(', ')}`);
}
