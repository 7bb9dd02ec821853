import type { WriteContext } from '../core/context.ts';

export function editedBy({ caller, work, now }: WriteContext) {
  return { Etag: work.etag, UpdatedAt: now.toISOString(), UpdatedBy: caller.person };
}
