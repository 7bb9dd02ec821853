import type { WriteContext } from '../core/context.ts';

/** Returns the fields that every edit by a person sets. */
export function editedBy({ caller, work, now }: WriteContext) {
  return { Etag: work.etag, UpdatedAt: now.toISOString(), UpdatedBy: caller.person };
}
