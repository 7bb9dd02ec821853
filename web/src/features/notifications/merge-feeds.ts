import type { UserNotification } from '@handoff/shared/domain/access/notification';

interface Part {
  items: readonly UserNotification[];
  hasMore: boolean;
}

/**
 * Newest first, as far back as every feed has loaded. Older items stay hidden, because a feed with more pages may still
 * have newer ones.
 */
export function mergeFeeds(parts: readonly Part[]): { items: UserNotification[]; hasMore: boolean } {
  const ends = parts.flatMap(({ items, hasMore }) => (hasMore ? [items.at(-1)?.CreatedAt ?? ''] : []));
  const floor = ends.toSorted().at(-1) ?? '';
  const items = parts
    .flatMap((part) => part.items)
    .filter(({ CreatedAt }) => CreatedAt >= floor)
    .toSorted((a, b) => (a.CreatedAt < b.CreatedAt ? 1 : -1));
  return { items, hasMore: ends.length > 0 };
}
