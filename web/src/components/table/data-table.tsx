import { Link, type LinkProps } from '@tanstack/react-router';
import { type ComponentProps, memo, type ReactNode, useRef } from 'react';
import { usePageKeys } from '../../lib/page-keys.ts';
import styles from './data-table.module.css';

export interface Column<Row> {
  title: string;
  /** In place of the title where more than words stand above. */
  head?: ReactNode;
  cell: (row: Row) => ReactNode;
  /** In pixels; left out: what is left over. */
  width?: number;
  align?: 'start' | 'end' | 'center';
  /** Left out while an editor takes the room beside the list. */
  isWide?: boolean;
  /** On a phone's card it stands in the line below the row's name: after its title, at the corner, or not at all. */
  phone?: 'labeled' | 'corner' | 'hidden';
}

interface DataTableProps<Row> {
  /** What is listed, as in "Insurances". */
  label: string;
  rows: readonly Row[];
  /** The first one names the row and holds its link. */
  columns: readonly Column<Row>[];
  /** Left out where the cells hold links of their own. */
  link?: (row: Row) => LinkProps;
  /** Id of the row that is open beside the table. */
  current?: string | undefined;
  /** How often others changed a row while it was on screen: each change marks it for a moment. */
  touches?: ReadonlyMap<string, number>;
  /** What else a row reacts to, such as being dragged. */
  rowProps?: (row: Row) => ComponentProps<'tr'>;
  /** In place of no rows. */
  empty?: ReactNode;
}

/** A list: sticky head and first column, a real link in each row, j and k between them, cards on a phone. */
export function DataTable<Row extends { Id: string }>(props: DataTableProps<Row>) {
  const { label, rows, link, current, touches, rowProps, empty } = props;
  const columns =
    current === undefined ? props.columns : props.columns.filter(({ isWide }) => isWide !== true);
  const table = useRowKeys();
  if (rows.length === 0 && empty !== undefined) return empty;
  return (
    <div className={styles['scroller']} data-scroller>
      <table ref={table} className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            {columns.map(({ title, head = title, align, width }) => (
              <th key={title} scope="col" data-align={align} style={width === undefined ? {} : { width }}>
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={row.Id}
              {...{ row, columns, link, rowProps }}
              isCurrent={row.Id === current}
              touches={touches?.get(row.Id) ?? 0}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TableRowProps<Row> {
  row: Row;
  columns: readonly Column<Row>[];
  link: ((row: Row) => LinkProps) | undefined;
  rowProps: ((row: Row) => ComponentProps<'tr'>) | undefined;
  isCurrent: boolean;
  touches: number;
}

function PlainRow<Row extends { Id: string }>(props: TableRowProps<Row>) {
  const { row, columns, link, rowProps, isCurrent, touches } = props;
  const [title, ...rest] = columns;
  // Another value at every touch, so that the mark's animation starts anew.
  const mark = touches % 2 === 1 ? 'odd' : 'even';
  return (
    <tr {...rowProps?.(row)} data-current={isCurrent} data-touched={touches > 0 ? mark : undefined}>
      <th scope="row">
        {link ? (
          <Link {...link(row)} className={styles['link'] ?? ''} data-row-link={row.Id}>
            {title?.cell(row)}
          </Link>
        ) : (
          title?.cell(row)
        )}
      </th>
      {rest.map(({ title: name, cell, align, phone }) => (
        <td key={name} data-align={align} data-phone={phone} data-label={name}>
          {cell(row)}
        </td>
      ))}
    </tr>
  );
}

// Rows that stay as they were are not drawn again when another one changes.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- memo forgets that the component is generic
const TableRow = memo(PlainRow) as unknown as typeof PlainRow;

/** j and k move through the links that open rows; Enter is the link's own. */
function useRowKeys() {
  const table = useRef<HTMLTableElement>(null);
  const go = (step: 1 | -1) => () => {
    const links = [...(table.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  };
  usePageKeys({ j: go(1), k: go(-1) });
  return table;
}
