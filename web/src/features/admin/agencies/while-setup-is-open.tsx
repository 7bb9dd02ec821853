import type { ReactNode } from 'react';
import { businessDomainsApi } from '@handoff/shared/contract/business-domains';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { useRead } from '../../../data/records/use-read.ts';

/** Shown until the agency's setup is complete. Administrators without an agency open it from the list of agencies. */
export function WhileSetupIsOpen({ children }: { children: ReactNode }) {
  const { domain } = useCurrentPerson();
  const { data } = useRead(businessDomainsApi.setup, domain ? { query: {} } : null);
  return data?.Steps.some(({ Done }) => !Done) === true ? children : null;
}
