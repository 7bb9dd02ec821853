import { api as contract } from '@handoff/shared/contract/api';
import type { SeedApi } from './in-process-api.ts';
import { houseNumbers, importedStates, placesOf, streets, type Place } from './places.ts';
import { evergreen, harbor } from '../demo-people.ts';

/** Uploads a small address file for each state; the Functions host finds and imports it when it starts. */
export async function seedAddresses(api: SeedApi): Promise<void> {
  const { upload } = contract.imports;
  for (const state of importedStates) {
    const file = new File([addressFile(state)], `${state.toLowerCase()}-demo.csv`, { type: 'text/csv' });
    const act = { as: 'ada', minutesAgo: 0, key: `addresses ${state}` } as const;
    await api.call(upload, { fields: { state, mode: 'replace' }, file }, act);
  }
}

function addressFile(state: Place['state']): string {
  const places = [...placesOf(harbor), ...placesOf(evergreen)].filter((place) => place.state === state);
  const rows = places.flatMap(({ city, county, zip }) =>
    streets.flatMap((street) =>
      houseNumbers.map((number) => [number, street, city, county, state, zip].join(',')),
    ),
  );
  return ['number,street,city,county,state,zip', ...rows, ''].join('\r\n');
}
