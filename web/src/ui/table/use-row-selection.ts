import { useEffect, useMemo, useRef, useState } from 'react';
import type { RowSelection } from './data-table.tsx';

/** Rows chosen to be changed together; one that leaves the list is no longer chosen. */
export function useRowSelection<Row extends { Id: string }>(rows: readonly Row[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const ids = useRef<string[]>([]);
  const anchor = useRef('');
  useEffect(() => {
    ids.current = rows.map(({ Id }) => Id);
  }, [rows]);

  const [change] = useState(() => ({
    toggle(id: string, isRange: boolean) {
      const from = isRange ? ids.current.indexOf(anchor.current) : -1;
      const to = ids.current.indexOf(id);
      anchor.current = id;
      const between = ids.current.slice(Math.min(from, to), Math.max(from, to) + 1);
      setChosen((former) => {
        if (from !== -1) return new Set([...former, ...between]);
        return new Set(former.has(id) ? [...former].filter((each) => each !== id) : [...former, id]);
      });
    },
    toggleAll: () =>
      setChosen((former) => new Set(ids.current.every((id) => former.has(id)) ? [] : ids.current)),
    clear: () => setChosen(new Set()),
  }));

  return useMemo(() => {
    const selected = rows.filter(({ Id }) => chosen.has(Id));
    const selection: RowSelection = { ids: new Set(selected.map(({ Id }) => Id)), ...change };
    return { selected, selection, clear: change.clear };
  }, [rows, chosen, change]);
}
