import type { Api } from '@handoff/shared/contract/api';
import { AddressState } from '@handoff/shared/domain/address/us-state';
import type { Handlers, ReadContext } from '../../../pipeline/request/handlers.ts';
import type { ImportPorts } from '../../../pipeline/request/mode-ports.ts';
import { readManifest, readPointer, type Manifest } from './live-version.ts';
import { addressLines } from './zip-document.ts';
import { readZip } from './zip-writes.ts';

type AddressHandlers = Pick<
  Handlers<Api>['settings'],
  'addressStates' | 'zipCodesByState' | 'streetAddressesByStateAndCode'
>;

/** What staff pick addresses from: the version that is live, whole. A state without one has none. */
export function addressHandlers(ports: ImportPorts): AddressHandlers {
  const liveManifest = manifestReader(ports);
  return {
    async addressStates() {
      const states = await Promise.all(
        AddressState.options.map(async (State) => ({ State, manifest: await liveManifest(State) })),
      );
      return {
        AddressStates: states.flatMap(({ State, manifest }) =>
          manifest ? [{ State, ...sizeOf(manifest), Version: manifest.importId }] : [],
        ),
      };
    },
    async zipCodesByState({ body: { state } }) {
      const manifest = await liveManifest(state);
      return {
        SettingsZipCodesCountiesInfo:
          manifest?.zips.map(([code, city, county]) => ({ code, city, county })) ?? [],
        Version: manifest?.importId ?? null,
      };
    },
    async streetAddressesByStateAndCode({ body: { state, code } }) {
      const manifest = await liveManifest(state);
      const entry = manifest?.zips.find(([zip]) => zip === code);
      const content = entry && (await readZip(ports, { state, code, hash: entry[4] }));
      return {
        StreetAddresses: content ? addressLines(content).map((StreetAddress) => ({ StreetAddress })) : [],
        Version: manifest?.importId ?? null,
      };
    },
  };
}

function sizeOf({ zips }: Manifest) {
  const counties = new Set(zips.flatMap(([, , county]) => (county === '' ? [] : [county])));
  return { ZipCodes: zips.length, Counties: counties.size };
}

/** Those of the states that have a live version. */
export async function statesWithAddresses(
  { addresses }: Pick<ReadContext, 'addresses'>,
  states: readonly string[],
): Promise<string[]> {
  const known = states.filter((state) => AddressState.safeParse(state).success);
  const live = await Promise.all(known.map((state) => readPointer(addresses.partition(state))));
  return known.filter((_state, index) => live[index] !== undefined);
}

/** A manifest that was live once never changes, so the last one of each state stays at hand. */
function manifestReader(ports: ImportPorts): (state: string) => Promise<Manifest | undefined> {
  const lastByState = new Map<string, Manifest>();
  return async (state) => {
    // Other states are in the table, but have no address files.
    if (!AddressState.safeParse(state).success) return undefined;
    const partition = ports.store.addresses(state);
    const current = await readPointer(partition);
    if (!current) return undefined;
    const { importId } = current.pointer;
    const last = lastByState.get(state);
    if (last?.importId === importId) return last;
    const manifest = await readManifest(partition, importId);
    if (manifest) lastByState.set(state, manifest);
    return manifest;
  };
}
