import { once } from 'node:events';
import path from 'node:path';
import { watch } from 'chokidar';
import { build as esbuild, context, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import product from '../package.json' with { type: 'json' };

/** Loaded when a blob is first touched, not by every cold start. */
const apart = { packages: ['@azure/storage-blob'], file: 'storage-blob.cjs' };
/** Takes apart the files of strangers in a thread of its own. */
const thread = { entry: 'functions/src/file-thread.ts', file: 'file-thread.cjs' };
export const bundleFiles = ['index.cjs', apart.file, thread.file];

/** Three CommonJS files are the whole deployed API; what runs on this machine only must not be in them. */
export async function bundleApi(outfile: string, { minify = false } = {}): Promise<Metafile[]> {
  const options = { ...standard, minify };
  const besideIt = (file: string) => path.join(path.dirname(outfile), file);
  const metafiles = await Promise.all([
    bundled({ ...options, entryPoints: ['functions/src/main.ts'], outfile, plugins: [leaveApart] }),
    // It compares names of its own classes.
    bundled({
      ...options,
      keepNames: minify,
      stdin: {
        contents: apart.packages.map((name) => `export * from '${name}';`).join('\n'),
        resolveDir: import.meta.dirname,
      },
      outfile: besideIt(apart.file),
    }),
    bundled({ ...options, entryPoints: [thread.entry], outfile: besideIt(thread.file) }),
  ]);
  const inputs = metafiles.flatMap((metafile) => Object.keys(metafile.inputs));
  const strays = inputs.filter((input) => /^(infra|web)\/|\/testing\//.test(input));
  if (strays.length > 0) throw new Error(`The bundle must not contain ${strays.join(', ')}`);
  return metafiles;
}

/**
 * Bundles, and again whenever a source is saved. A mistake is printed, and the former bundle stays. Node's own recursive watch
 * loses a file that an editor or git replaced by renaming another one.
 */
export async function watchApi(outfile: string, onBundled: () => void): Promise<void> {
  const onEnd = ({ errors }: { errors: unknown[] }) => {
    if (errors.length === 0) onBundled();
  };
  const plugins: Plugin[] = [leaveApart, { name: 'bundled', setup: (build) => build.onEnd(onEnd) }];
  const besideIt = path.join(path.dirname(outfile), thread.file);
  const contexts = await Promise.all([
    context({ ...standard, entryPoints: [thread.entry], outfile: besideIt }),
    context({ ...standard, entryPoints: ['functions/src/main.ts'], outfile, plugins }),
  ]);
  const rebuilt = () => Promise.all(contexts.map((each) => each.rebuild()));
  let timer: NodeJS.Timeout | undefined;
  const sources = watch(['functions/src', 'shared/src'], { ignoreInitial: true }).on('all', () => {
    clearTimeout(timer);
    // An editor writes a file in several steps.
    timer = setTimeout(() => void rebuilt().catch(() => {}), 50);
  });
  // Before the first bundle, or what is saved while the files are listed would be missed.
  await once(sources, 'ready');
  await rebuilt();
}

const standard: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node22',
  format: 'cjs',
  // What is loaded later is CommonJS as well: `import` would first read it through for its names.
  supported: { 'dynamic-import': false },
  sourcemap: true,
  // The version has one place, the manifest of the whole.
  define: { HANDOFF_VERSION: JSON.stringify(product.version) },
  // The worker brings the first. The second reads a format of listing blobs that nothing here asks for, and would be a
  // seventh of the package.
  external: ['@azure/functions-core', 'apache-arrow'],
  metafile: true,
  logLevel: 'warning',
};

const leaveApart: Plugin = {
  name: 'leave-apart',
  setup: (build) =>
    build.onResolve({ filter: new RegExp(`^(?:${apart.packages.join('|')})$`) }, () => ({
      path: `./${apart.file}`,
      external: true,
    })),
};

async function bundled(options: BuildOptions): Promise<Metafile> {
  const { metafile } = await esbuild({ ...options, metafile: true });
  return metafile;
}
