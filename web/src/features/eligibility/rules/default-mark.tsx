import { VisuallyHidden } from '@mantine/core';
import styles from './rules.module.css';

interface DefaultMarkProps {
  isDefault: boolean;
  /** The default, where nothing else shows it. */
  text?: string;
}

/** A dot at a value that differs from the product's default. */
export function DefaultMark({ isDefault, text = '' }: DefaultMarkProps) {
  if (isDefault) return null;
  const words = text === '' ? 'Not the default' : `Default: ${text}`;
  return (
    <span className={styles['dot']} title={words}>
      <VisuallyHidden>{words}. </VisuallyHidden>
    </span>
  );
}
