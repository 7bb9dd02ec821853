import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

// `npm run build table` compiles functions/assembly. The result is committed, so that neither tests nor the package
// need the compiler; `-- --check` ends with an error when it is not what the sources give.

const source = join(import.meta.dirname, 'assembly/address-table.ts');
const target = join(import.meta.dirname, 'src/features/address-import/table/compiled-table.ts');

const compiled = moduleOf(compile());
if (!process.argv.includes('--check')) writeFileSync(target, compiled);
else if (readFileSync(target, 'utf8') !== compiled) {
  process.stderr.write(`${target} is not what functions/assembly gives: npm run build table\n`);
  process.exitCode = 1;
}

function compile(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'handoff-table-'));
  try {
    const file = join(folder, 'table.wasm');
    const compiler = fileURLToPath(import.meta.resolve('assemblyscript/bin/asc.js'));
    // Nothing is freed before the whole memory is, and nothing can abort: no runtime, no checks, no imports.
    const options = [
      '--runtime',
      'stub',
      '-O3',
      '--shrinkLevel',
      '1',
      '--noAssert',
      '--enable',
      'simd',
      '--use',
      'abort=',
    ];
    execFileSync(process.execPath, [compiler, source, '-o', file, ...options], { stdio: 'inherit' });
    return readFileSync(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function moduleOf(wasm: Buffer): string {
  const lines = wasm.toString('base64').match(/.{1,100}/g) ?? [];
  return [
    '/** WebAssembly in base64, compiled from functions/assembly by `npm run build table`. */',
    `export const compiledTable =`,
    ...lines.map((line, n) => `  '${line}'${n === lines.length - 1 ? ';' : ' +'}`),
    '',
  ].join('\n');
}
