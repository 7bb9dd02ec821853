import type { UserNotification } from '@handoff/shared/domain/access/notification';

interface Part {
  items: readonly UserNotification[];
  hasMore: boolean;
}

/**
 * Newest first, as far back as every part is loaded: what is older than the end of a part that goes on would get
 * younger ones above it later.
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
