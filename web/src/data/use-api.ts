import { createContext, use } from 'react';
import { createRecords, type Records } from './records/store.ts';
import type { ApiClient } from './send/retry.ts';

export interface ApiAccess {
  client: ApiClient;
  /** The business domain that requests begin in. */
  domain: string | undefined;
  /** The records of that domain: another one begins without any. */
  records: Records;
}

/** The client of a business domain; what it is answered reaches the records before anyone else. */
export function accessTo(client: ApiClient, domain: string | undefined): ApiAccess {
  const records = createRecords();
  return { domain, records, client: client.into(records) };
}

export const ApiContext = createContext<ApiAccess | undefined>(undefined);

export function useApi(): ApiAccess {
  const access = use(ApiContext);
  if (!access) throw new Error('useApi outside of the signed-in application');
  return access;
}

/** Where developers read what the API did recently; undefined in Azure, where a workspace collects it. */
export const TracesContext = createContext<string | undefined>(undefined);
