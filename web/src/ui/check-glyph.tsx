import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconSquareXFilled } from '@tabler/icons-react';

/** The outline shows the state; the color repeats it. */
export type CheckState = 'yes' | 'look' | 'no' | 'unknown';

const drawings = {
  yes: { Drawing: IconCircleCheck, color: 'var(--green)' },
  look: { Drawing: IconAlertTriangle, color: 'var(--orange)' },
  no: { Drawing: IconSquareXFilled, color: 'var(--red)' },
  unknown: { Drawing: IconCircleDashed, color: 'var(--control)' },
} as const;

export function CheckGlyph({ state }: { state: CheckState }) {
  const { Drawing, color } = drawings[state];
  return <Drawing size={16} color={color} data-state={state} aria-hidden="true" />;
}
