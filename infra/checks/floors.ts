import type { Import } from './import-graph.ts';

/** The floors of the API from the bottom up: a file imports from its own floor and from those below, types included. */
const floors = ['platform', 'core', 'records', 'writes', 'auth', 'http', 'features', 'app'];

const APP = 'functions/src/';

/** Returns the API's imports from a higher floor, as `from → to`. */
export function upwardImports(graph: ReadonlyMap<string, readonly Import[]>): string[] {
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

/** Files beside the folders compose the API, so they are its top floor. */
function floorOf(file: string): number {
  const floor = floors.indexOf(file.slice(APP.length).split('/')[0] ?? '');
  return floor === -1 ? floors.indexOf('app') : floor;
}
