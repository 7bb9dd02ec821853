import type { Rolldown } from 'vite';

const ENTRY = 'src/main.tsx';
const APPLICATION = 'src/app/application.tsx';

/**
 * What the first page needs is a few files: forty small ones compress worse. Packages are apart, since they change less
 * often than what is built on them, and so is what the sign-in button needs. Pages find their own chunks.
 */
export function firstPageChunks(root: string): Rolldown.CodeSplittingOptions {
  const group = (name: string, source: string, isPart: (id: string) => boolean, priority: number) => {
    let needed: ReadonlySet<string> | undefined;
    return {
      priority,
      name(id: string, graph: Rolldown.ChunkingContext) {
        needed ??= reachedFrom(`${root}/${source}`, (from) => graph.getModuleInfo(from)?.importedIds ?? []);
        return needed.has(id) && isPart(id) ? name : null;
      },
    };
  };
  return {
    groups: [
      group('start', ENTRY, () => true, 3),
      group('packages', APPLICATION, (id) => /\/node_modules\/(zod|swr|@tanstack)\//.test(id), 2),
      group('application', APPLICATION, (id) => !id.includes('/node_modules/'), 1),
    ],
  };
}

/** A module and everything that is imported before it can run. */
function reachedFrom(source: string, importsOf: (id: string) => readonly string[]): ReadonlySet<string> {
  const reached = new Set([source]);
  // A set goes on to what is added to it meanwhile.
  for (const id of reached) for (const imported of importsOf(id)) reached.add(imported);
  return reached;
}
