import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import styles from './setup.module.css';

export const DoneGlyph = () => (
  <span className={styles['done']}>
    <IconCircleCheck size={20} aria-hidden="true" />
    <VisuallyHidden>Done:</VisuallyHidden>
  </span>
);

export const OpenGlyph = () => (
  <span className={styles['open']}>
    <IconCircleDashed size={20} aria-hidden="true" />
    <VisuallyHidden>Not done yet:</VisuallyHidden>
  </span>
);
