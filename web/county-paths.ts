import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { geoMercator, geoPath } from 'd3-geo';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';
import { stateCode } from '@handoff/shared/domain/address/us-state';

const ALL = 'virtual:county-paths';
const require = createRequire(import.meta.url);
const file = require.resolve('us-atlas/counties-10m.json');
/** In the folder of the package, so that the list of what is in the build names it. */
const FOLDER = `\0${path.dirname(file)}/`;
/** In the units of the paths; their whole numbers are finer than a screen shows. */
const WIDTH = 400;

type Named = GeometryCollection<{ name: string }>;
type Atlas = Topology<{ counties: Named; states: Named }>;

/**
 * The outlines of the counties, drawn at build time, with a script for each state: the whole country (us-atlas, from the
 * Census Bureau) has 256 kB when compressed, and an agency needs a few kB of it.
 */
export function countyPaths(): Plugin {
  let atlas: Atlas | undefined;
  const read = () => (atlas ??= readAtlas());
  return {
    name: 'county-paths',
    resolveId: (id) => (id.startsWith(ALL) ? `${FOLDER}${id.slice(ALL.length) || '/all'}.js` : undefined),
    load(id) {
      if (!id.startsWith(FOLDER)) return undefined;
      const name = path.basename(id, '.js');
      return name === 'all' ? scriptOfAll(read()) : scriptOf(name, read());
    },
  };
}

function readAtlas(): Atlas {
  return JSON.parse(readFileSync(file, 'utf8'));
}

const statesOf = ({ objects }: Atlas) =>
  objects.states.geometries.flatMap(({ id, properties }) => {
    const code = properties && 'name' in properties ? stateCode(properties.name) : undefined;
    return code === undefined ? [] : [{ code, fips: String(id) }];
  });

const scriptOfAll = (atlas: Atlas) =>
  `export const statePaths = {${statesOf(atlas)
    .map(({ code }) => `${code}: () => import('${ALL}/${code}')`)
    .join()}};`;

function scriptOf(state: string, atlas: Atlas): string {
  const fips = statesOf(atlas).find(({ code }) => code === state)?.fips ?? '';
  const country = feature(atlas, atlas.objects.counties);
  const shapes = { ...country, features: country.features.filter(({ id }) => String(id).startsWith(fips)) };
  const projection = geoMercator().fitWidth(WIDTH, shapes);
  const draw = geoPath(projection).digits(0);
  const [, [, bottom]] = draw.bounds(shapes);
  const counties = shapes.features.map((shape) => ({
    name: shape.properties.name,
    path: withoutRepeats(draw(shape) ?? ''),
  }));
  return `export const width = ${WIDTH};
export const height = ${Math.ceil(bottom)};
export const counties = ${JSON.stringify(counties)};`;
}

/** Points of a fine outline that meet in one whole number. */
const withoutRepeats = (outline: string) => outline.replaceAll(/L(-?\d+,-?\d+)(?=L\1(?!\d))/g, '');
