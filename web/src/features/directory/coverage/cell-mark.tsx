import { Group, VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleHalf2,
  IconMinus,
  IconSquareX,
} from '@tabler/icons-react';
import { type CellState, cellStates } from './cell-state.ts';

export const markOf = {
  served: { Icon: IconCircleCheck, words: 'served', color: 'var(--green)' },
  partly: { Icon: IconCircleHalf2, words: 'partly, or few patients', color: 'var(--green)' },
  full: { Icon: IconSquareX, words: 'full', color: 'var(--red)' },
  asked: { Icon: IconAlertTriangle, words: 'asked for and not served', color: 'var(--orange)' },
  none: { Icon: IconMinus, words: 'not ours', color: 'var(--text3)' },
} as const satisfies Record<CellState, object>;

interface CellMarkProps {
  state: CellState;
  words?: string;
}

/** The shape says the state as the color does; a screen reader hears the words. */
export function CellMark({ state, words }: CellMarkProps) {
  const { Icon, color } = markOf[state];
  return (
    <>
      <Icon size={16} color={color} aria-hidden="true" />
      {words !== undefined && <VisuallyHidden>{words}</VisuallyHidden>}
    </>
  );
}

export function Legend() {
  return (
    <Group component="ul" gap="lg" className="soft small" aria-label="Legend">
      {cellStates.map((state) => (
        <Group key={state} component="li" gap="xs" wrap="nowrap">
          <CellMark state={state} /> {markOf[state].words}
        </Group>
      ))}
    </Group>
  );
}
