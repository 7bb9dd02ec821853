import { ActionIcon, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useState } from 'react';

const SHOWN_MS = 2000;

/** A button that copies a text and confirms it. */
export function CopyText({ text, label = 'Copy' }: { text: string; label?: string }) {
  const { outcome, copy } = useCopying(text);

  return (
    <>
      <button type="button" className="text-button" onClick={() => void copy()}>
        {label}
      </button>{' '}
      <output>{outcome}</output>
    </>
  );
}

/** The same as an icon behind a value. */
export function CopyIcon({ text, what }: { text: string; what: string }) {
  const { outcome, copy } = useCopying(text);
  const Icon = outcome === COPIED ? IconCheck : IconCopy;
  return (
    <>
      <ActionIcon
        size="sm"
        aria-label={`Copy the ${what}`}
        title={outcome || `Copy the ${what}`}
        onClick={() => void copy()}
      >
        <Icon size={14} aria-hidden="true" />
      </ActionIcon>
      <VisuallyHidden component="output">{outcome}</VisuallyHidden>
    </>
  );
}

const COPIED = 'Copied';

function useCopying(text: string) {
  const [outcome, setOutcome] = useState('');

  async function copy(): Promise<void> {
    setOutcome(
      await navigator.clipboard.writeText(text).then(
        () => COPIED,
        () => 'Copying is not allowed here',
      ),
    );
    setTimeout(() => setOutcome(''), SHOWN_MS);
  }
  return { outcome, copy };
}
