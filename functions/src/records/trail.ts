import { AppError } from '../core/app-error.ts';
import type { Listed, Reader, Selection, Trail } from '../core/unit-of-work.ts';
import type { Platform } from '../platform/ports.ts';
import { TRAIL_MONTHS, trailMonthsKind } from './kinds/audit-records.ts';
import { readerOn } from './reader.ts';
import type { Sight } from './restriction.ts';

// A partition of the store has at most 20 GB, and a trail is kept always: a month of it that has ended leaves for a
// partition of its own (features/audit/move-months.ts).

export const monthPartition = (partitionKey: string, month: string): string => `${partitionKey}|${month}`;

const PAGE_SIZE = 50;

export function trailOf(platform: Platform, partitionKey: string, sight: Sight): Trail {
  const here = readerOn(platform, partitionKey, sight);
  const ofMonth = (month: string): Reader => readerOn(platform, monthPartition(partitionKey, month), sight);
  const moved = async () => (await here.get(trailMonthsKind, TRAIL_MONTHS))?.Moved ?? [];
  return {
    moved,
    ofMonth,
    async list(selection, { since = '', ...page } = {}) {
      const months = (await moved()).map(({ Month }) => Month);
      const asked = months.filter((month) => month >= since.slice(0, month.length)).toReversed();
      return pageAcross(
        [
          { month: '', find: here, selection: notMoved(selection, months.at(-1)) },
          ...asked.map((month) => ({ month, find: ofMonth(month), selection })),
        ],
        page,
      );
    },
  };
}

/** Copies of moved entries stay until they are removed. */
function notMoved<T>(selection: Selection<T>, month: string | undefined): Selection<T> {
  if (month === undefined) return selection;
  return {
    ...selection,
    where: `${selection.where} AND c.at > @moved`,
    // Every day and time of the month sorts before this text.
    parameters: { ...selection.parameters, moved: `${month}~` },
  };
}

interface Part<T> {
  /** Empty for what has not moved. */
  month: string;
  find: Reader;
  selection: Selection<T>;
}

/** The month that a page begins in, and the place in its partition. */
const place = /^(\d{4}-\d\d)?\|(.*)$/;

/** Fills a page from the newest part on, each of which has older entries than the one before. */
async function pageAcross<T>(
  parts: readonly Part<T>[],
  { pageSize = PAGE_SIZE, continuation = '|' }: Parameters<Reader['list']>[1] & object,
): Promise<Listed<T>> {
  const [, first = '', start] = place.exec(continuation) ?? [];
  const from = parts.findIndex(({ month }) => month === first);
  if (start === undefined || from === -1) throw new AppError('invalid_request', 'There is no such page.');
  const items: T[] = [];
  let inside = start;
  for (const { month, find, selection } of parts.slice(from)) {
    if (items.length === pageSize) return { items, Continuation: `${month}|` };
    // oxlint-disable-next-line no-await-in-loop -- an older month fills what the newer ones leave
    const page = await find.list(selection, {
      pageSize: pageSize - items.length,
      ...(inside && { continuation: inside }),
    });
    items.push(...page.items);
    if (page.Continuation) return { items, Continuation: `${month}|${page.Continuation}` };
    inside = '';
  }
  return { items, Continuation: null };
}
