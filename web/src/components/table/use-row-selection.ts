import { useEffect, useMemo, useRef, useState } from 'react';
import type { RowSelection } from './data-table.tsx';

/** Rows chosen to be changed together; one that leaves the list is no longer chosen. */
export function useRowSelection<Row extends { Id: string }>(rows: readonly Row[]) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const anchor = useRef<string | undefined>(undefined);
  const latest = useRef(rows);
  useEffect(() => {
    latest.current = rows;
  }, [rows]);

  const [change] = useState(() => ({
    toggle(id: string, isRange: boolean) {
      const ids = latest.current.map(({ Id }) => Id);
      const from = isRange && anchor.current !== undefined ? ids.indexOf(anchor.current) : -1;
      const to = ids.indexOf(id);
      anchor.current = id;
      const between = from === -1 ? [id] : ids.slice(Math.min(from, to), Math.max(from, to) + 1);
      setChosen((former) => {
        const next = new Set(former);
        for (const each of between) {
          if (from === -1 && former.has(each)) next.delete(each);
          else next.add(each);
        }
        return next;
      });
    },
    toggleAll() {
      setChosen((former) => {
        const ids = latest.current.map(({ Id }) => Id);
        return ids.every((id) => former.has(id)) ? new Set() : new Set(ids);
      });
    },
    clear: () => setChosen(new Set()),
  }));

  return useMemo(() => {
    const selected = rows.filter(({ Id }) => chosen.has(Id));
    const selection: RowSelection = { ids: new Set(selected.map(({ Id }) => Id)), ...change };
    return { selected, selection, clear: change.clear };
  }, [rows, chosen, change]);
}
