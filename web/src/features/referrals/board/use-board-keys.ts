import { useRef } from 'react';
import { usePageKeys } from '../../../lib/page-keys.ts';

/** Arrows go from card to card, m opens where a card may move to; Enter is the card's own link. */
export function useBoardKeys() {
  const board = useRef<HTMLDivElement>(null);

  const go = (columns: number, rows: number) => (event: KeyboardEvent) => {
    const at = placeOf(board.current);
    if (!at) return;
    event.preventDefault();
    at.links(at.column + columns, at.row + rows)?.focus();
  };

  usePageKeys({
    ArrowLeft: go(-1, 0),
    ArrowRight: go(1, 0),
    ArrowUp: go(0, -1),
    ArrowDown: go(0, 1),
    m(event) {
      const card = document.activeElement?.closest('[data-card]');
      const button = card?.querySelector<HTMLElement>('[data-move]');
      if (!button) return;
      event.preventDefault();
      button.click();
    },
  });
  return board;
}

/** Where the focus is, as column and row; undefined outside of the cards. */
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
