import type { PublishedVersion } from '../../core/context.ts';
import { AddressState } from '@handoff/shared/domain/address/us-state';
import { readPointer } from '../../records/kinds/address-versions.ts';
import { addressLines, readZip } from './build/zip-document.ts';
import type { AddressReads, SettingsHandlers, VersionReads } from '../../imports/import-ports.ts';

type AddressHandlers = Pick<
  SettingsHandlers,
  'addressStates' | 'zipCodesByState' | 'streetAddressesByStateAndCode'
>;

/** Staff pick addresses from the version that is live. A state without one has no addresses. */
export const addressHandlers: AddressHandlers = {
  async addressStates(_input, context) {
    const states = await Promise.all(
      AddressState.options.map(async (State) => ({ State, manifest: await versionOf(context, State) })),
    );
    return {
      AddressStates: states.flatMap(({ State, manifest }) =>
        manifest ? [{ State, ...sizeOf(manifest), Version: manifest.importId }] : [],
      ),
    };
  },
  async zipCodesByState({ body: { state } }, context) {
    const manifest = await versionOf(context, state);
    return {
      SettingsZipCodesCountiesInfo:
        manifest?.documents.map(([code, , , city = '', county = '']) => ({ code, city, county })) ?? [],
      Version: manifest?.importId ?? null,
    };
  },
  async streetAddressesByStateAndCode({ body: { state, code } }, context) {
    const manifest = await versionOf(context, state);
    const entry = manifest?.documents.find(([zip]) => zip === code);
    const content = entry && (await readZip(context, state, entry));
    return {
      StreetAddresses: content ? addressLines(content).map((StreetAddress) => ({ StreetAddress })) : [],
      Version: manifest?.importId ?? null,
    };
  },
};

/** Other states are in the table, but have no address files. */
async function versionOf({ liveVersion }: VersionReads, state: string) {
  return AddressState.safeParse(state).success ? liveVersion(state) : undefined;
}

function sizeOf({ documents }: PublishedVersion) {
  const counties = new Set(documents.flatMap(([, , , , county = '']) => (county === '' ? [] : [county])));
  return { ZipCodes: documents.length, Counties: counties.size };
}

export async function statesWithAddresses(
  { addresses }: AddressReads,
  states: readonly string[],
): Promise<string[]> {
  const known = states.filter((state) => AddressState.safeParse(state).success);
  const live = await Promise.all(known.map((state) => readPointer(addresses(state))));
  return known.filter((_state, index) => (live[index]?.pointer.importId ?? null) !== null);
}
