import { IconCheck, IconCircleDashed, IconClock, IconSquareX } from '@tabler/icons-react';
import { useToday } from '../../../data/current-person.ts';
import { termOn, type TermState } from './contract-term.ts';
import styles from '../directory.module.css';

const icons: Record<TermState['kind'], typeof IconCheck> = {
  current: IconCheck,
  endsSoon: IconClock,
  ended: IconSquareX,
  notYet: IconCircleDashed,
};

interface TermPillProps {
  term: { StartsOn: string | null; EndsOn: string | null };
  /** The text while the term lasts, such as "in contract". */
  current: string;
}

export function TermPill({ term, current }: TermPillProps) {
  const { kind, text } = termOn(term, useToday());
  const Icon = icons[kind];
  return (
    <span className={styles['pill']} data-kind={kind}>
      <Icon size={14} aria-hidden="true" />
      {kind === 'current' ? current : text}
    </span>
  );
}
