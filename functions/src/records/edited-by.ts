import type { WriteContext } from '../core/context.ts';

/** What every edit by a person leaves on a record. */
export function editedBy({ caller, work, now }: WriteContext) {
  return { Etag: work.etag, UpdatedAt: now.toISOString(), UpdatedBy: caller.person };
}
