import { VisuallyHidden } from '@mantine/core';
import { usersApi } from '@handoff/shared/contract/people/users';
import { useRead } from '../../../data/records/use-read.ts';

/** The number of people who wait for access, for those who can give it. */
export function WaitingBadge() {
  const count = useRead(usersApi.waiting, {}).data?.WaitingCount ?? 0;
  if (count === 0) return null;
  return (
    <span className="pill number" data-tone="orange">
      {count}
      <VisuallyHidden> waiting for access</VisuallyHidden>
    </span>
  );
}
