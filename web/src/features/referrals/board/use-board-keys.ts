import { useRef } from 'react';
import { usePageKeys } from '../../../ui/page-keys.ts';

/** Arrows move between cards, and m opens the moves of a card. The link of the card handles Enter. */
export function useBoardKeys() {
  const board = useRef<HTMLDivElement>(null);

  const go = (columns: number, rows: number) => (event: KeyboardEvent) => {
    const at = placeOf(board.current);
    if (!at) return;
    event.preventDefault();
    at.links(at.column + columns, at.row + rows)?.focus();
  };

  usePageKeys({
    left: go(-1, 0),
    right: go(1, 0),
    up: go(0, -1),
    down: go(0, 1),
    moveCard(event) {
      const card = document.activeElement?.closest('[data-card]');
      const button = card?.querySelector<HTMLElement>('[data-move]');
      if (!button) return;
      event.preventDefault();
      button.click();
    },
  });
  return board;
}

/** The column and row of the focused card; undefined when no card has the focus. */
function placeOf(board: HTMLElement | null) {
  const columns = [...(board?.querySelectorAll('[data-column]') ?? [])]
    .map((column) => [...column.querySelectorAll<HTMLElement>('[data-card-link]')])
    .filter(({ length }) => length > 0);
  const focused = document.activeElement?.closest('[data-card]')?.querySelector('[data-card-link]');
  const column = columns.findIndex((links) => links.some((link) => link === focused));
  const row = columns[column]?.findIndex((link) => link === focused) ?? -1;
  if (row < 0) return undefined;
  return {
    column,
    row,
    links(toColumn: number, toRow: number) {
      const links = columns[Math.min(Math.max(toColumn, 0), columns.length - 1)] ?? [];
      return links[Math.min(Math.max(toRow, 0), links.length - 1)];
    },
  };
}
