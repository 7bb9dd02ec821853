import { Link, type LinkProps } from '@tanstack/react-router';
import { type ComponentProps, memo, type ReactNode, useId, useRef } from 'react';
import { flushSync } from 'react-dom';
import { type PageKeys, usePageKeys } from '../page-keys.ts';
import { RowBlocks } from './row-blocks.tsx';
import { Guarded } from '../feedback/guarded.tsx';
import styles from './data-table.module.css';

export interface Column<Row> {
  title: string;
  /** Replaces the title when the header needs more than text. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** In pixels; without it the column takes the remaining width. */
  width?: number;
  align?: 'start' | 'end' | 'center';
  /** Shares the width that other columns leave, and cuts text that does not fit. */
  isFluid?: boolean;
  /** The orders of the list that the header chooses, one after the other. */
  orders?: readonly ColumnOrder[];
  /** Hidden while a docked editor makes the list narrow. */
  isWide?: boolean;
  /** Places the cell on a phone's card: below the name with its title, in the corner, or nowhere. */
  phone?: 'labeled' | 'corner' | 'hidden';
}

interface ColumnOrder {
  by: string;
  direction: 'ascending' | 'descending';
}

/** The order of the rows, which the server makes. */
interface Order {
  by: string;
  onOrder: (by: string) => void;
}

/** Rows that are chosen to be changed together. */
export interface RowSelection {
  ids: ReadonlySet<string>;
  /** With `isRange`, also selects all rows between this one and the last one selected. */
  toggle: (id: string, isRange: boolean) => void;
  toggleAll: () => void;
}

interface DataTableProps<Row> {
  /** The plural that names the table, such as "Insurances". */
  label: string;
  rows: readonly Row[];
  /** The first column names the row and holds its link. */
  columns: readonly Column<Row>[];
  /** A column before the title of a row, such as its place in an order. */
  lead?: Column<Row>;
  /** Undefined when the cells have links of their own. */
  link?: (row: Row) => LinkProps;
  /** Id of the row that is open beside the table. */
  current?: string | undefined;
  /** How often others changed a row while it was on screen: each change marks it for a moment. */
  touches?: ReadonlyMap<string, number>;
  /** Without it, headers do not sort. */
  order?: Order;
  /** Extra attributes of a row, such as drag handlers. */
  rowProps?: (row: Row) => ComponentProps<'tr'>;
  /** Adds a checkbox to each row; the x key toggles it too. */
  selection?: RowSelection | undefined;
  /** More keys, by the row that has the focus. */
  keys?: (focused: Row | undefined) => PageKeys;
  /** Id of the row that the page focuses first: it is rendered wherever it stands. */
  returnTo?: string | undefined;
  /** True while the list has more rows than are loaded. */
  hasMore?: boolean;
  /** Shown when there are no rows. */
  empty?: ReactNode;
}

/**
 * A list with a sticky header and first column, a real link in each row, j and k to move between rows, and cards on a
 * phone.
 */
export function DataTable<Row extends { Id: string }>(props: DataTableProps<Row>) {
  const { label, rows, lead, link, current, touches, rowProps, selection, returnTo, hasMore, empty } = props;
  const columns =
    current === undefined ? props.columns : props.columns.filter(({ isWide }) => isWide !== true);
  const table = useRowKeys(props);
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <div className={styles['scroller']} data-scroller>
      <table
        ref={table}
        className={styles['table']}
        aria-label={label}
        aria-rowcount={hasMore ? -1 : rows.length + 1}
      >
        <thead>
          <tr>
            {selection && (
              <td className={styles['box']}>
                <input
                  type="checkbox"
                  aria-label="Select all rows"
                  checked={rows.length > 0 && selection.ids.size === rows.length}
                  ref={(box) => {
                    if (box) box.indeterminate = selection.ids.size > 0 && selection.ids.size < rows.length;
                  }}
                  onChange={selection.toggleAll}
                />
              </td>
            )}
            {lead && <Head column={lead} order={undefined} />}
            {columns.map((column) => (
              <Head key={column.title} column={column} order={props.order} />
            ))}
          </tr>
        </thead>
        <RowBlocks rows={rows} startAt={rows.findIndex(({ Id }) => Id === returnTo)}>
          {(row, position) => (
            <Guarded key={row.Id} record={row} within="row">
              <TableRow
                {...{ row, position, lead, columns, link, rowProps }}
                isCurrent={row.Id === current}
                isSelected={selection?.ids.has(row.Id)}
                onSelect={selection?.toggle}
                touches={touches?.get(row.Id) ?? 0}
              />
            </Guarded>
          )}
        </RowBlocks>
      </table>
    </div>
  );
}

interface HeadProps<Row> {
  column: Column<Row>;
  order: Order | undefined;
}

function Head<Row>({ column, order }: HeadProps<Row>) {
  const { title, head = title, align, width, isFluid, orders } = column;
  const cell = {
    scope: 'col',
    'data-align': align,
    'data-fluid': isFluid,
    style: width === undefined ? {} : { width },
  };
  if (!orders || !order) return <th {...cell}>{head}</th>;
  const at = orders.findIndex(({ by }) => by === order.by);
  const next = orders[(at + 1) % orders.length];
  return (
    <th {...cell} aria-sort={orders[at]?.direction ?? 'none'}>
      <button type="button" className={styles['sort']} onClick={() => next && order.onOrder(next.by)}>
        {head}
        <span aria-hidden="true">{arrows[orders[at]?.direction ?? 'none']}</span>
      </button>
    </th>
  );
}

const arrows = { ascending: ' ↑', descending: ' ↓', none: '' };

interface TableRowProps<Row> {
  row: Row;
  position: number | undefined;
  lead: Column<Row> | undefined;
  columns: readonly Column<Row>[];
  link: ((row: Row) => LinkProps) | undefined;
  rowProps: ((row: Row) => ComponentProps<'tr'>) | undefined;
  isCurrent: boolean;
  /** Undefined when rows cannot be selected. */
  isSelected: boolean | undefined;
  onSelect: RowSelection['toggle'] | undefined;
  touches: number;
}

function PlainRow<Row extends { Id: string }>(props: TableRowProps<Row>) {
  const { row, position, lead, columns, link, rowProps, isCurrent, isSelected, onSelect, touches } = props;
  const titleId = useId();
  const [title, ...rest] = columns;
  // Alternates at every touch, because a changed value restarts the CSS animation.
  const mark = touches % 2 === 1 ? 'odd' : 'even';
  return (
    <tr
      {...rowProps?.(row)}
      // The head is the first.
      aria-rowindex={position === undefined ? undefined : position + 2}
      data-current={isCurrent}
      data-selected={isSelected}
      data-touched={touches > 0 ? mark : undefined}
    >
      {isSelected !== undefined && (
        <td className={styles['box']}>
          <input
            type="checkbox"
            aria-labelledby={titleId}
            checked={isSelected}
            onChange={({ nativeEvent }) =>
              onSelect?.(row.Id, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
            }
          />
        </td>
      )}
      {lead && (
        <td data-align={lead.align} data-phone={lead.phone}>
          {lead.cell(row)}
        </td>
      )}
      <th scope="row" id={titleId}>
        {link ? (
          <Link {...link(row)} className={styles['link'] ?? ''} data-row-link={row.Id}>
            {title?.cell(row)}
          </Link>
        ) : (
          title?.cell(row)
        )}
      </th>
      {rest.map(({ title: name, cell, align, phone, isFluid }) => (
        <td key={name} data-align={align} data-fluid={isFluid} data-phone={phone} data-label={name}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

// Memoized, so that a change to one row does not render the others.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets that the component is generic
const TableRow = memo(PlainRow) as unknown as typeof PlainRow;

/** Moves between row links, selects a row, and runs the keys of the page. The link itself handles Enter. */
function useRowKeys<Row extends { Id: string }>({ rows, selection, keys }: DataTableProps<Row>) {
  const table = useRef<HTMLTableElement>(null);
  const links = () => [...(table.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
  const focusedId = () => links().find(isInFocusedRow)?.dataset['rowLink'];
  const go = (step: 1 | -1) => () => {
    const all = links();
    const at = all.findIndex(isInFocusedRow);
    // Renders the neighbors of the focused row at once, so that the next key always finds them.
    flushSync(() => all[at === -1 ? 0 : at + step]?.focus());
  };
  const select = ({ shiftKey }: KeyboardEvent) => {
    const id = focusedId();
    if (id !== undefined) selection?.toggle(id, shiftKey);
  };
  usePageKeys(() => ({
    next: go(1),
    previous: go(-1),
    ...(selection && { select, selectUpTo: select }),
    ...keys?.(rows.find(({ Id }) => Id === focusedId())),
  }));
  return table;
}

/** The focus may be on the link or on the checkbox. */
const isInFocusedRow = (link: HTMLElement) => link.closest('tr')?.contains(document.activeElement) === true;
