import { gzipSync } from 'node:zlib';
import type { Plugin, Rollup } from 'vite';

const KB = 1000;
/** Gzip level 9, in bytes. `npm run bench desk` weighs the same in a browser. */
export const gate = {
  /** All scripts that someone who comes back downloads until the worklist is on screen and live. */
  untilWorklist: 309 * KB,
  /** Those of the application, without the packages for sign-in, live messages and toasts. */
  javascript: 208 * KB,
  css: 14 * KB,
  beforeButton: 73 * KB,
};

const ENTRY = 'src/main.tsx';
const APPLICATION = 'src/app/application.tsx';
/** What the application imports dynamically and at once; each brings everything that it imports. */
const LOADED_AT_ONCE = [
  '@azure/msal-browser/dist/index.mjs',
  'src/data/live/realtime.ts',
  '@microsoft/signalr/dist/esm/index.js',
  'src/ui/feedback/toasts.tsx',
  'src/app/shell/phone-bar.tsx',
  'src/features/referrals/worklist/views/view-menu.tsx',
  'src/features/referrals/intake/drop-to-intake.tsx',
];
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
        const atOnce = LOADED_AT_ONCE.map((source) => closure(bundle, source));
        if (atOnce.some(({ size }) => size === 0)) this.error('A source of LOADED_AT_ONCE is in no chunk');
        const everything = new Set([...worklist, ...atOnce.flatMap((chunks) => [...chunks])]);
        const sizes: Record<keyof typeof gate, number> = {
          untilWorklist: weigh(codeOf(everything)),
          javascript: weigh(codeOf(worklist)),
          css: weigh(stylesOf(bundle, worklist)),
          beforeButton: weigh(codeOf(entry)),
        };
        const lines = Object.entries(sizes).map(([name, size]) => ({ name, size, limit: limitOf(name) }));
        const spare = lines.map(
          ({ name, size, limit }) => `${name} ${kB(size)} of ${kB(limit)} kB (${kB(limit - size)} to spare)`,
        );
        this.info(`gzip: ${spare.join(', ')}`);
        for (const { name, size, limit } of lines)
          if (size === 0 || size > limit)
            this.error(`${name} is ${size} bytes gzipped; the limit is ${limit}`);
      },
    },
  };
}

const limitOf = (name: string) => new Map(Object.entries(gate)).get(name) ?? 0;

const codeOf = (chunks: Iterable<Rollup.OutputChunk>) => [...chunks].map(({ code }) => code);

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
