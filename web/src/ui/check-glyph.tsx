import { IconAlertTriangle, IconCircleCheck, IconCircleDashed, IconSquareXFilled } from '@tabler/icons-react';
import styles from './check-glyph.module.css';

/** The outline shows the state; the color repeats it. */
export type CheckState = 'yes' | 'look' | 'no' | 'unknown';

const drawings = {
  yes: IconCircleCheck,
  look: IconAlertTriangle,
  no: IconSquareXFilled,
  unknown: IconCircleDashed,
} as const;

export function CheckGlyph({ state }: { state: CheckState }) {
  const Drawing = drawings[state];
  return <Drawing size={16} className={styles['glyph']} data-state={state} aria-hidden="true" />;
}
