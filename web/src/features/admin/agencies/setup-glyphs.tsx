import { VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';

export const DoneGlyph = () => (
  <span style={{ color: 'var(--green)' }}>
    <IconCircleCheck size={20} display="block" aria-hidden="true" />
    <VisuallyHidden>Done:</VisuallyHidden>
  </span>
);

export const OpenGlyph = () => (
  <span style={{ color: 'var(--control)' }}>
    <IconCircleDashed size={20} display="block" aria-hidden="true" />
    <VisuallyHidden>Not done yet:</VisuallyHidden>
  </span>
);
