import { api } from '@handoff/shared/contract/api';
import { useRead } from '../../lib/api/use-read.ts';

/** How many wait for access, in the rail of those who can give it. */
export function WaitingBadge() {
  const count = useRead(api.users.waiting, {}).data?.WaitingCount ?? 0;
  if (count === 0) return null;
  return (
    <span className="number" aria-label={`${count} waiting for access`}>
      {count}
    </span>
  );
}
