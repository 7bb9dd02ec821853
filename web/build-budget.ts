import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

const KB = 1000;
/** Gzip level 9, in bytes: everything loaded to show the worklist to a signed-in person, without MSAL. */
const gate = { javascript: 239 * KB, css: 17 * KB, beforeButton: 73 * KB };

const ENTRY = 'src/main.tsx';
const APPLICATION = 'src/app/application.tsx';
// A page carries the areas of the contract that it calls, never all of them.
const NOT_AT_FIRST = [
  'node_modules/@azure/msal-browser/',
  'node_modules/@microsoft/signalr/',
  'shared/src/contract/api.ts',
  'web/src/sender/',
  'sender-link',
];

/** Prints what the first page weighs, and fails the build above the gate. */
export function buildBudget(): Plugin {
  return {
    name: 'build-budget',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_, bundle) {
        const entry = closure(bundle, ENTRY);
        const worklist = new Set([...entry, ...closure(bundle, APPLICATION)]);
        const early = [...worklist].flatMap((chunk) =>
          NOT_AT_FIRST.filter((name) => chunk.moduleIds.some((id) => id.includes(name))),
        );
        if (early.length > 0) this.error(`Loaded before it is needed: ${early.join(', ')}`);
        const sizes = {
          beforeButton: weigh([...entry].map(({ code }) => code)),
          javascript: weigh([...worklist].map(({ code }) => code)),
          css: weigh(stylesOf(bundle, worklist)),
        };
        const line = Object.entries(gate).map(([name, limit]) => {
          const size = new Map(Object.entries(sizes)).get(name) ?? 0;
          return `${name} ${kB(size)} of ${kB(limit)} kB (${kB(limit - size)} to spare)`;
        });
        this.info(`gzip: ${line.join(', ')}`);
        for (const [name, limit] of Object.entries(gate)) {
          const size = new Map(Object.entries(sizes)).get(name) ?? 0;
          if (size === 0 || size > limit)
            this.error(`${name} is ${size} bytes gzipped; the limit is ${limit}`);
        }
      },
    },
  };
}

const kB = (size: number) => (size / KB).toFixed(1);

/** The chunk of a source file and everything it imports before it can run. */
function closure(bundle: Rollup.OutputBundle, source: string): Set<Rollup.OutputChunk> {
  const chunks = new Map(
    Object.entries(bundle).flatMap(([name, part]) => (part.type === 'chunk' ? [[name, part]] : [])),
  );
  const reached = new Set<Rollup.OutputChunk>();
  function visit(chunk: Rollup.OutputChunk | undefined) {
    if (!chunk || reached.has(chunk)) return;
    reached.add(chunk);
    for (const name of chunk.imports) visit(chunks.get(name));
  }
  for (const chunk of chunks.values()) if (chunk.moduleIds.some((id) => id.endsWith(source))) visit(chunk);
  return reached;
}

function stylesOf(
  bundle: Rollup.OutputBundle,
  chunks: Iterable<Rollup.OutputChunk>,
): (string | Uint8Array)[] {
  const names = new Set([...chunks].flatMap((chunk) => [...(chunk.viteMetadata?.importedCss ?? [])]));
  return [...names].flatMap((name) => {
    const part = bundle[name];
    return part?.type === 'asset' ? [part.source] : [];
  });
}

function weigh(sources: (string | Uint8Array)[]): number {
  return sources.reduce((sum, source) => sum + gzipSync(source, { level: 9 }).length, 0);
}
