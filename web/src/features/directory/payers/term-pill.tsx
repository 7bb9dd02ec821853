import { IconCheck, IconCircleDashed, IconClock, IconSquareX } from '@tabler/icons-react';
import { useToday } from '../../../data/current-person.ts';
import { termOn, type TermState } from './contract-term.ts';

const looks = {
  current: { Icon: IconCheck, tone: 'green' },
  endsSoon: { Icon: IconClock, tone: 'orange' },
  ended: { Icon: IconSquareX, tone: undefined },
  notYet: { Icon: IconCircleDashed, tone: undefined },
} satisfies Record<TermState['kind'], unknown>;

interface TermPillProps {
  term: { StartsOn: string | null; EndsOn: string | null };
  /** The text while the term lasts, such as "in contract". */
  current: string;
}

export function TermPill({ term, current }: TermPillProps) {
  const { kind, text } = termOn(term, useToday());
  const { Icon, tone } = looks[kind];
  return (
    <span className="pill" data-tone={tone}>
      <Icon size={14} aria-hidden="true" />
      {kind === 'current' ? current : text}
    </span>
  );
}
