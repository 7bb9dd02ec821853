import { VisuallyHidden } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';

const SETTLED_MS = 1000;

/** Text that changes while one types: shown at once, but announced to screen readers only when typing pauses. */
export function SettledOutput({ text, className = '' }: { text: string; className?: string }) {
  const [said] = useDebouncedValue(text, SETTLED_MS);
  return (
    <span className={className}>
      <span aria-hidden="true">{text}</span>
      <VisuallyHidden component="output">{said}</VisuallyHidden>
    </span>
  );
}
