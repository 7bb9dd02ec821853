import { useMemo } from 'react';
import useSWR from 'swr';
import { settingsApi } from '@handoff/shared/contract/settings';
import { addressSearch, type AddressSearch } from '@handoff/shared/domain/address/address-search';
import { normalizeStreet } from '@handoff/shared/domain/address/street-words';
import { AddressState } from '@handoff/shared/domain/address/us-state';
import { useApi } from '../../../data/use-api.ts';

export interface ZipPlace {
  code: string;
  city: string;
  county: string;
}

export interface AddressData extends AddressSearch {
  /** `none`: the state cannot be imported; `empty`: it has not been imported yet. */
  file: 'none' | 'empty' | 'loading' | 'failed' | 'ready';
  zipCodes: readonly ZipPlace[];
  place: ZipPlace | undefined;
  /** Undefined while the ZIP code is incomplete or its streets are loading. */
  streets: readonly string[] | undefined;
  /** True only for an exact match; a suggestion does not count until it is accepted. */
  isInFile(street: string): boolean;
}

// A version never changes, so its data stays cached. Each opened form looks for a new version.
const readOnce = { revalidateOnFocus: false, revalidateOnReconnect: false };

/** The imported places of a state and the streets of one ZIP code, cached by state and version and loaded on demand. */
export function useAddressData(state: string, zipCode: string, isWanted = true): AddressData {
  const { client } = useApi();
  const isImportable = AddressState.safeParse(state).success;
  const zips = useSWR(
    isImportable && isWanted ? `zip-codes/${state}` : null,
    () => client.call(settingsApi.zipCodesByState, { body: { state } }),
    readOnce,
  );
  const version = zips.data?.Version ?? null;
  const zipCodes = zips.data?.SettingsZipCodesCountiesInfo ?? none;
  const place = useMemo(() => zipCodes.find(({ code }) => code === zipCode), [zipCodes, zipCode]);
  const streets = useSWR(
    version !== null && place ? `streets/${state}/${zipCode}/${version}` : null,
    async () => {
      const input = { body: { state, code: zipCode } };
      const found = await client.call(settingsApi.streetAddressesByStateAndCode, input);
      return new Set(found.StreetAddresses.map(({ StreetAddress }) => StreetAddress));
    },
    { ...readOnce, revalidateIfStale: false },
  );
  const list = useMemo(() => streets.data && [...streets.data], [streets.data]);
  const found = useMemo(() => addressSearch(list ?? []), [list]);

  const file = stateOfFile({
    isImportable,
    version,
    isRead: zips.data !== undefined,
    isLost: zips.error !== undefined,
  });

  return useMemo(
    () => ({
      file,
      zipCodes,
      place,
      streets: list,
      isInFile: (street) => streets.data?.has(normalizeStreet(street)) ?? false,
      ...found,
    }),
    [file, zipCodes, place, list, streets.data, found],
  );
}

interface Looked {
  isImportable: boolean;
  isRead: boolean;
  isLost: boolean;
  version: string | null;
}

function stateOfFile({ isImportable, isRead, isLost, version }: Looked): AddressData['file'] {
  if (!isImportable) return 'none';
  if (isRead) return version === null ? 'empty' : 'ready';
  return isLost ? 'failed' : 'loading';
}

const none: readonly ZipPlace[] = [];
