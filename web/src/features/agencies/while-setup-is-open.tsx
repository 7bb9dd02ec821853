import type { ReactNode } from 'react';
import { api } from '@handoff/shared/contract/api';
import { useCurrentPerson } from '../../lib/current-person.ts';
import { useRead } from '../../data/records/use-read.ts';

/** Until everything of the agency is set up; administrators without one get there from the list of agencies. */
export function WhileSetupIsOpen({ children }: { children: ReactNode }) {
  const { domain } = useCurrentPerson();
  const { data } = useRead(api.businessDomains.setup, domain ? { query: {} } : null);
  return data?.Steps.some(({ Done }) => !Done) === true ? children : null;
}
