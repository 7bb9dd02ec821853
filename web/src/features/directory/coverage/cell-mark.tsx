import { VisuallyHidden } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconCircleHalf2,
  IconMinus,
  IconSquareX,
} from '@tabler/icons-react';
import type { CellState } from './cell-state.ts';

/** `fill` is what a county is drawn with on the map. */
export const markOf = {
  served: { fill: 'var(--green)', Icon: IconCircleCheck, color: 'var(--green)' },
  partly: { fill: 'var(--green)', Icon: IconCircleHalf2, color: 'var(--green)' },
  full: { fill: 'var(--red)', Icon: IconSquareX, color: 'var(--red)' },
  asked: { fill: 'var(--orange)', Icon: IconAlertTriangle, color: 'var(--orange)' },
  none: { fill: 'var(--grey-soft)', Icon: IconMinus, color: 'var(--text3)' },
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
