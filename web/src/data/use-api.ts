import { createContext, use } from 'react';
import type { ApiClient } from './send/retry.ts';

export interface ApiAccess {
  client: ApiClient;
  /** The business domain that requests begin in. */
  domain: string | undefined;
}

export const ApiContext = createContext<ApiAccess | undefined>(undefined);

export function useApi(): ApiAccess {
  const access = use(ApiContext);
  if (!access) throw new Error('useApi outside of the signed-in application');
  return access;
}

/** Where developers read what the API did recently; undefined in Azure, where a workspace collects it. */
export const TracesContext = createContext<string | undefined>(undefined);
