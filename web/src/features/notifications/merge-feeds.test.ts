import type { UserNotification } from '@handoff/shared/domain/access/notification';
import { expect, test } from 'vitest';
import { mergeFeeds } from './merge-feeds.ts';

const at = (minute: number): UserNotification => ({
  Id: `n-${minute}`,
  UserId: 'u',
  Kind: 'note',
  SubjectId: 'r',
  Text: '',
  CreatedAt: `2026-11-21T10:${String(minute).padStart(2, '0')}:00.000Z`,
  ReadAt: null,
});
const idsOf = (parts: Parameters<typeof mergeFeeds>[0]) => mergeFeeds(parts).items.map(({ Id }) => Id);

test('two feeds become one list, newest first', () => {
  const parts = [
    { items: [at(9), at(3)], hasMore: false },
    { items: [at(5)], hasMore: false },
  ];
  expect(idsOf(parts)).toEqual(['n-9', 'n-5', 'n-3']);
  expect(mergeFeeds(parts).hasMore).toBe(false);
});

test('an item is hidden while a newer one may still load above it', () => {
  const parts = [
    { items: [at(9), at(7)], hasMore: true },
    { items: [at(8), at(1)], hasMore: false },
  ];
  expect(idsOf(parts)).toEqual(['n-9', 'n-8', 'n-7']);
  expect(mergeFeeds(parts).hasMore).toBe(true);
});
