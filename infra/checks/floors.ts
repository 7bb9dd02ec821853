import type { Import } from './import-graph.ts';

/** The floors of the API from the bottom up: a file imports from its own floor and from those below, types included. */
const floors = ['platform', 'core', 'records', 'writes', 'auth', 'http', 'features', 'app'];

const APP = 'functions/src/';

/** Imports of the API that lead to a higher floor, as `from → to`. */
export function upwardImports(
  graph: ReadonlyMap<string, readonly Import[]>,
  floorsOf: readonly string[] = floors,
): string[] {
  const floorOf = (file: string) => floorIn(floorsOf, file);
  return [...graph]
    .filter(([file]) => isProduct(file))
    .flatMap(([file, imports]) =>
      imports
        .filter(({ target }) => target.startsWith(APP) && floorOf(target) > floorOf(file))
        .map(({ target }) => `${file} → ${target}`),
    );
}

/** Stories and tests use the API from outside, so they are on no floor. */
const isProduct = (file: string) =>
  file.startsWith(APP) && !/\.test(-d)?\.ts$|\/(testing|stories)\//.test(file);

/** Files beside the folders put the API together, so they are its top floor. */
function floorIn(order: readonly string[], file: string): number {
  const floor = order.indexOf(file.slice(APP.length).split('/')[0] ?? '');
  return floor === -1 ? order.length - 1 : floor;
}
