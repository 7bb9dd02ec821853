import type { WriteContext } from '../core/context.ts';
import type { UsedIn } from '@handoff/shared/contract/errors';
import { AppError } from '../core/app-error.ts';
import type { Reader, Selection, RecordKind } from '../core/unit-of-work.ts';

/** A moved record takes two operations, one of them for its audit entry; a batch holds 100. */
export const MOVED_AT_ONCE = 40;

/** A kind of reference to something that is about to be removed. */
export interface Use {
  what: string;
  count(find: Reader): Promise<number>;
  /** Stages up to this many moves to the replacement and returns how many. */
  move(context: WriteContext, most: number): Promise<number>;
}

interface Reference<T extends { Id: string }> {
  what: string;
  kind: RecordKind<T>;
  found: Selection<{ Id: string }>;
  /** Returns the record with the replacement, as an edit of the caller. */
  moved(record: T, context: WriteContext): T;
  changes(before: T, after: T): Parameters<WriteContext['work']['audit']>[0];
}

export function referenceOf<T extends { Id: string }>(reference: Reference<T>): Use {
  const { what, kind, found } = reference;
  return {
    what,
    count: (find) => find.count(found),
    async move(context, most) {
      if (most === 0) return 0;
      const page = await context.work.list(found, { pageSize: most });
      const records = await context.work.getAll(
        kind,
        page.items.map(({ Id }) => Id),
      );
      for (const before of records) {
        const after = reference.moved(before, context);
        context.work.replace(kind, before, after);
        context.work.audit(reference.changes(before, after));
      }
      return records.length;
    },
  };
}

export const countUses = (find: Reader, uses: Use[]): Promise<UsedIn[]> =>
  Promise.all(uses.map(async (use) => ({ what: use.what, count: await use.count(find) })));

export async function referencesNow(find: Reader, uses: Use[]): Promise<UsedIn[]> {
  const counted = await countUses(find, uses);
  return counted.filter(({ count }) => count > 0);
}

export function inUse(name: string, usedIn: UsedIn[]): AppError {
  const where = usedIn.map(({ what, count }) => `${what} (${count})`).join(', ');
  return new AppError('in_use', `${name} is still used: ${where}.`, { usedIn });
}

/** As many as one batch holds, unless `room` is less; returns how many moved and how many remain. */
export async function reassignReferences(
  context: WriteContext,
  uses: Use[],
  room = MOVED_AT_ONCE,
): Promise<{ moved: number; remaining: number }> {
  const usedIn = await referencesNow(context.work, uses);
  let moved = 0;
  for (const use of uses) moved += await use.move(context, room - moved);
  const all = usedIn.reduce((sum, { count }) => sum + count, 0);
  return { moved, remaining: all - moved };
}
