import { useEffect } from 'react';
import type { Records } from '../../../data/records/store.ts';
import { useApi } from '../../../data/use-api.ts';
import type { Selection } from './worklist-selection.ts';

/** The row that was opened last, with the scroll position. */
export interface LeftAt {
  id: string;
  top: number;
}

interface ListShown {
  selection: Selection;
  name: string;
  ids: readonly string[];
  hasMore: boolean;
}

interface WorklistMemory {
  /** Positions by list. */
  left: Map<string, LeftAt>;
  /** The list that was shown last. */
  last?: ListShown;
}

/** Kept by the store of a business domain, so that a switch forgets it. */
const memories = new WeakMap<Records, WorklistMemory>();

function memoryOf(records: Records): WorklistMemory {
  const memory = memories.get(records) ?? { left: new Map() };
  memories.set(records, memory);
  return memory;
}

/** Remembers a list, and where the person left it. */
export function useWorklistMemory(shown: ListShown) {
  const { records } = useApi();
  useEffect(() => {
    memoryOf(records).last = shown;
  });
  return {
    left: memoryOf(records).left.get(shown.name),
    leave: (at: LeftAt) => void memoryOf(records).left.set(shown.name, at),
  };
}

/** Finds a referral in the list that was shown last, with its neighbors. */
export function useListAround(id: string) {
  const { left, last } = memoryOf(useApi().records);
  if (!last) return undefined;
  const { selection, name, ids, hasMore } = last;
  const index = ids.indexOf(id);
  return {
    selection,
    index,
    count: ids.length,
    hasMore,
    before: index < 0 ? undefined : ids[index - 1],
    after: index < 0 ? undefined : ids[index + 1],
    /** Marks this referral as the one opened last. */
    enter: (other: string) => void left.set(name, { id: other, top: left.get(name)?.top ?? 0 }),
  };
}
