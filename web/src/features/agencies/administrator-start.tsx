import { Navigate } from '@tanstack/react-router';
import { api } from '@handoff/shared/contract/api';
import { Reading } from '../../components/reading.tsx';
import { useRead } from '../../data/records/use-read.ts';

/** Where an administrator without an agency begins: at the first agency, or with the people of those there are. */
export function AdministratorStart() {
  const list = useRead(api.businessDomains.list, {});
  return (
    <Reading of={list}>
      {({ BusinessDomainsInfo }) => (
        <Navigate
          to={BusinessDomainsInfo.length === 0 ? '/admin/agencies' : '/admin/users'}
          search={{}}
          replace
        />
      )}
    </Reading>
  );
}
