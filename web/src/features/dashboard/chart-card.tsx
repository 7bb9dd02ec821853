import { Button, Group } from '@mantine/core';
import { IconChartBar, IconTable } from '@tabler/icons-react';
import { type ReactNode, useId, useState } from 'react';
import styles from './dashboard.module.css';

interface ChartCardProps {
  title: string;
  note?: string;
  chart: ReactNode;
  /** The figures of the chart as a table. */
  table: ReactNode;
  isWide?: boolean;
}

export function ChartCard({ title, note, chart, table, isWide = false }: ChartCardProps) {
  const [isTable, setTable] = useState(false);
  const titleId = useId();
  return (
    <section className="card" data-wide={isWide} aria-labelledby={titleId}>
      <Group component="header" gap="sm" align="baseline" mb="md">
        <h2 id={titleId}>{title}</h2>
        {note !== undefined && <span className="soft small">{note}</span>}
        <Switch
          label={`Show ${title.toLowerCase()} as`}
          chosen={isTable ? 'table' : 'chart'}
          options={[
            { value: 'chart', name: 'Chart', icon: <IconChartBar size={16} aria-hidden="true" /> },
            { value: 'table', name: 'Table', icon: <IconTable size={16} aria-hidden="true" /> },
          ]}
          onChoose={(value) => setTable(value === 'table')}
        />
      </Group>
      {isTable ? table : chart}
    </section>
  );
}

interface SwitchProps<Value extends string> {
  label: string;
  chosen: Value;
  options: readonly { value: Value; name: string; icon?: ReactNode }[];
  onChoose: (value: Value) => void;
}

/** A choice among a few options, all visible. */
export function Switch<Value extends string>({ label, chosen, options, onChoose }: SwitchProps<Value>) {
  return (
    <Button.Group ml="auto" aria-label={label}>
      {options.map(({ value, name, icon }) => (
        <Button
          key={value}
          size="xs"
          variant={value === chosen ? 'light' : 'default'}
          leftSection={icon}
          aria-pressed={value === chosen}
          onClick={() => onChoose(value)}
        >
          {name}
        </Button>
      ))}
    </Button.Group>
  );
}

interface PlainTableProps {
  label: string;
  head: readonly string[];
  rows: readonly (readonly ReactNode[])[];
}

/** The first column names the row; the others are numbers. */
export function PlainTable({ label, head, rows }: PlainTableProps) {
  return (
    <table className={styles['table']} aria-label={label}>
      <thead>
        <tr>
          {head.map((title) => (
            <th key={title} scope="col">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map(([name, ...cells], row) => (
          // Rows have no identity of their own and never move.
          // oxlint-disable-next-line react/no-array-index-key
          <tr key={row}>
            <th scope="row">{name}</th>
            {cells.map((cell, column) => (
              <td key={head[column + 1]}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
