import { createContext, use } from 'react';
import { createRecords, type Records } from './records/store.ts';
import type { ApiClient } from './send/client.ts';

export interface ApiAccess {
  client: ApiClient;
  /** The business domain of new requests. */
  domain: string | undefined;
  /** The records of that domain; a switch starts with an empty store. */
  records: Records;
}

/** Creates the access to a business domain, whose store takes every answer before the caller does. */
export function accessTo(client: ApiClient, domain: string | undefined): ApiAccess {
  const records = createRecords();
  return { domain, records, client: client.into({ records, domain }) };
}

export const ApiContext = createContext<ApiAccess | undefined>(undefined);

export function useApi(): ApiAccess {
  const access = use(ApiContext);
  if (!access) throw new Error('useApi outside of the signed-in application');
  return access;
}

/** The address of the local traces; undefined in Azure, where a workspace collects them. */
export const TracesContext = createContext<string | undefined>(undefined);
