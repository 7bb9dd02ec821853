import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import { Link, type LinkProps } from '@tanstack/react-router';
import { memo, type ReactNode } from 'react';
import styles from './data-table.module.css';
import { useRowKeys } from './use-row-keys.ts';

export interface Column<Row> {
  title: string;
  cell: (row: Row) => ReactNode;
  /** In pixels; left out: what is left over. */
  width?: number;
  align?: 'start' | 'end' | 'center';
  /** Left out while an editor takes the room beside the list. */
  isWide?: boolean;
  /** Where it stands on a phone's card; left out: in the line below the title. */
  phone?: 'title' | 'corner' | 'hidden';
}

interface Selection {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
}

interface DataTableProps<Row> {
  /** What is listed, as in "Insurances". */
  label: string;
  rows: readonly Row[];
  /** The first one names the row and holds its link. */
  columns: readonly Column<Row>[];
  link: (row: Row) => LinkProps;
  /** How the row is called where its first cell is no plain text. */
  nameOf: (row: Row) => string;
  /** Id of the row that is open beside the table. */
  current?: string | undefined;
  selection?: Selection;
  /** How often others changed a row while it was on screen: each change marks it for a moment. */
  touches?: ReadonlyMap<string, number>;
}

/** A list: sticky head and first column, a real link in each row, j and k between them, cards on a phone. */
export function DataTable<Row extends { Id: string }>(props: DataTableProps<Row>) {
  const { label, rows, columns, link, nameOf, current, selection, touches } = props;
  const table = useRowKeys();
  const isAll = rows.length > 0 && rows.every(({ Id }) => selection?.chosen.has(Id));
  return (
    <div className={styles['scroller']} data-scroller>
      <table ref={table} className={styles['table']} aria-label={label}>
        <thead>
          <tr>
            {selection && (
              <th className={styles['box']} scope="col">
                <Checkbox
                  size="xs"
                  aria-label="Select all"
                  checked={isAll}
                  indeterminate={!isAll && selection.chosen.size > 0}
                  onChange={() => selection.onChange(new Set(isAll ? [] : rows.map(({ Id }) => Id)))}
                />
              </th>
            )}
            {columns.map((column) => (
              <th key={column.title} scope="col" data-align={column.align} style={widthOf(column)}>
                {column.title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TableRow
              key={row.Id}
              {...{ row, columns, link, nameOf, selection }}
              isCurrent={row.Id === current}
              isSelected={selection?.chosen.has(row.Id) === true}
              touches={touches?.get(row.Id) ?? 0}
            />
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface TableRowProps<Row> extends Pick<DataTableProps<Row>, 'link' | 'nameOf'> {
  selection: Selection | undefined;
  row: Row;
  columns: readonly Column<Row>[];
  isCurrent: boolean;
  isSelected: boolean;
  touches: number;
}

function PlainRow<Row extends { Id: string }>(props: TableRowProps<Row>) {
  const { row, columns, link, nameOf, selection, isCurrent, isSelected, touches } = props;
  const [title, ...rest] = columns;
  return (
    <tr data-current={isCurrent} data-touched={touchMark(touches)} aria-selected={isSelected || undefined}>
      {selection && (
        <td className={styles['box']}>
          <Checkbox
            size="xs"
            aria-label={`Select ${nameOf(row)}`}
            checked={isSelected}
            onChange={() => selection.onChange(toggled(selection.chosen, row.Id))}
          />
        </td>
      )}
      <th scope="row" data-phone="title">
        <Link {...link(row)} className={styles['link'] ?? ''} data-row-link={row.Id}>
          {title?.cell(row)}
        </Link>
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
const TableRow = memo(PlainRow, isSameRow) as unknown as typeof PlainRow;

function isSameRow<Row extends { Id: string }>(
  former: TableRowProps<Row>,
  next: TableRowProps<Row>,
): boolean {
  return (
    former.row === next.row &&
    former.columns === next.columns &&
    former.touches === next.touches &&
    former.isCurrent === next.isCurrent &&
    former.isSelected === next.isSelected &&
    former.selection?.chosen === next.selection?.chosen
  );
}

/** Another value at every touch, so that the mark's animation starts anew. */
function touchMark(touches: number): 'odd' | 'even' | undefined {
  if (touches === 0) return undefined;
  return touches % 2 === 1 ? 'odd' : 'even';
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen);
  if (!next.delete(id)) next.add(id);
  return next;
}

const widthOf = ({ width }: { width?: number }) => (width === undefined ? {} : { width });
