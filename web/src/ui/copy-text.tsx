import { useState } from 'react';

const SHOWN_MS = 2000;

/** A button that copies a text and confirms it. */
export function CopyText({ text, label = 'Copy' }: { text: string; label?: string }) {
  const [outcome, setOutcome] = useState('');

  async function copy(): Promise<void> {
    setOutcome(
      await navigator.clipboard.writeText(text).then(
        () => 'Copied',
        () => 'Copying is not allowed here',
      ),
    );
    setTimeout(() => setOutcome(''), SHOWN_MS);
  }

  return (
    <>
      <button type="button" className="text-button" onClick={() => void copy()}>
        {label}
      </button>{' '}
      <output>{outcome}</output>
    </>
  );
}
