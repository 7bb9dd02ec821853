import type { ReactNode } from 'react';
import { api } from '@handoff/shared/contract/api';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { useRead } from '../../../data/records/use-read.ts';

/** Shown until the agency's setup is complete. Administrators without an agency open it from the list of agencies. */
export function WhileSetupIsOpen({ children }: { children: ReactNode }) {
  const { domain } = useCurrentPerson();
  const { data } = useRead(api.businessDomains.setup, domain ? { query: {} } : null);
  return data?.Steps.some(({ Done }) => !Done) === true ? children : null;
}
