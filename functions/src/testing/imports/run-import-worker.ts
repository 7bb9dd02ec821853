import { build } from 'esbuild';
import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';

interface Work {
  endpoint: string;
  key: string;
  database: string;
  connectionString: string;
  importId: string;
  /** The checkpoint at which it is killed, counted from 1; 0 lets it live. */
  dieAt: number;
}

/** Imports in processes of their own. One file each: twenty of them load the same SDKs. */
export async function buildImportWorker() {
  const script = resolve(import.meta.dirname, '../../../../.cache/import-worker.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, 'import-worker.ts')],
    outfile: script,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  });
  const env = { ...process.env, NODE_COMPILE_CACHE: resolve(script, '../node') };
  return ({ endpoint, key, database, connectionString, importId, dieAt }: Work) => {
    const work = JSON.stringify({ endpoint, key, database, connectionString, importId, dieAt });
    return new Promise<{ killed: boolean; checkpoints: number }>((ended, failed) => {
      execFile(process.execPath, [script, work], { env }, (error, stdout, stderr) => {
        const killed = error?.signal === 'SIGKILL';
        if (error && !killed) failed(new Error(stderr));
        else ended({ killed, checkpoints: Number(stdout) });
      });
    });
  };
}
