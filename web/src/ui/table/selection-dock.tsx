import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatCount } from '../../text/format.ts';
import { KeyOn } from '../key-hints.tsx';
import styles from './data-table.module.css';

interface SelectionDockProps {
  /** Names the bar, such as "Selected referrals". */
  label: string;
  count: number;
  children: ReactNode;
  onClear: () => void;
}

/** The actions on the selected rows, below their list. */
export function SelectionDock({ label, count, children, onClear }: SelectionDockProps) {
  return (
    <section aria-label={label} className={`bar ${styles['dock']}`}>
      <output className="label">{formatCount(count)} selected</output>
      {children}
      <Button variant="subtle" ml="auto" onClick={onClear}>
        Clear <KeyOn of="clear" />
      </Button>
    </section>
  );
}
