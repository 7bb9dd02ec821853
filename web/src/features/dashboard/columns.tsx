import { Group, Stack, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, type LinkProps } from '@tanstack/react-router';
import { formatCount } from '../../text/format.ts';
import { widths } from '../../ui/theme/style-sheets.ts';
import styles from './dashboard.module.css';

export const colors = {
  accepted: 'var(--chart-1)',
  declined: 'var(--orange)',
  undecided: 'var(--control)',
} as const;

type Kind = keyof typeof colors;

export interface Column {
  name: string;
  parts: readonly { kind: Kind; name: string; count: number }[];
  /** The list that the column links to. */
  list?: LinkProps;
}

interface ColumnsProps {
  label: string;
  columns: readonly Column[];
  legend?: readonly { kind: Kind; name: string }[];
  /** A labeled line after this many columns. */
  goal?: { after: number; text: string };
}

/** Stacked columns over a scale of integers. */
export function Columns({ label, columns, legend = [], goal }: ColumnsProps) {
  const top = scaleTop(Math.max(...columns.map(totalOf), 1));
  return (
    <div>
      {legend.length > 0 && (
        <Group component="ul" gap="lg" mb="sm" className="small">
          {legend.map(({ kind, name }) => (
            <Group key={kind} component="li" gap="xs">
              <span className={styles['swatch']} style={{ background: colors[kind] }} aria-hidden="true" />
              {name}
            </Group>
          ))}
        </Group>
      )}
      {goal && <p className="label small">{goal.text}</p>}
      <Group gap="sm" align="stretch" wrap="nowrap">
        <Stack
          gap={0}
          justify="space-between"
          className={`soft small number ${styles['scale']}`}
          aria-hidden="true"
        >
          {[top, top / 2, 0].map((value) => (
            <span key={value}>{formatCount(value)}</span>
          ))}
        </Stack>
        <ol className={styles['columns']} aria-label={label}>
          {columns.map((column, index) => (
            <li key={column.name} data-goal={goal?.after === index + 1}>
              <Pile column={column} top={top} />
              <span className={`soft small ${styles['columnName']}`} aria-hidden="true">
                {column.name}
              </span>
            </li>
          ))}
        </ol>
      </Group>
    </div>
  );
}

function Pile({ column, top }: { column: Column; top: number }) {
  const total = totalOf(column);
  const words = `${column.name}: ${column.parts
    .map(({ name, count }) => `${formatCount(count)} ${name.toLowerCase()}`)
    .join(', ')}`;
  const parts = (
    <>
      <VisuallyHidden>{words}</VisuallyHidden>
      {column.parts.length === 1 && (
        <span className="small" aria-hidden="true">
          {formatCount(total)}
        </span>
      )}
      {column.parts
        .toReversed()
        .map(
          ({ kind, count }) =>
            count > 0 && (
              <span
                key={kind}
                className={styles['part']}
                style={{ height: `${(count / top) * 100}%`, background: colors[kind] }}
              />
            ),
        )}
    </>
  );
  // On a phone columns are too narrow to tap; the table has the same links.
  const isThin = useMediaQuery(widths.phone);
  if (!column.list || total === 0 || isThin)
    return (
      <span className={styles['pile']} title={words}>
        {parts}
      </span>
    );
  return (
    <Link {...column.list} className={styles['pile'] ?? ''} title={words}>
      {parts}
    </Link>
  );
}

const totalOf = ({ parts }: Column) => parts.reduce((sum, { count }) => sum + count, 0);

/** The next even number of 2, 4, 10, 20, 40, 100 …, so that half of it is on the scale too. */
function scaleTop(most: number): number {
  const power = 10 ** Math.floor(Math.log10(most));
  return [2, 4, 6, 10, 20].map((step) => step * power).find((value) => value >= most) ?? most;
}
