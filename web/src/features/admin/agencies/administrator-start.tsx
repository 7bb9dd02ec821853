import { Navigate } from '@tanstack/react-router';
import { businessDomainsApi } from '@handoff/shared/contract/business-domains';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { useRead } from '../../../data/records/use-read.ts';

/** The start page of an administrator without an agency: the first agency's form, or the list of people. */
export function AdministratorStart() {
  const list = useRead(businessDomainsApi.list, {});
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
