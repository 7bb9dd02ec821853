import { Button } from '@mantine/core';
import type { DraftState } from '../../../data/drafts/use-draft.ts';
import { SettledOutput } from '../../../ui/feedback/settled-output.tsx';
import { formatClock } from '../../../text/format.ts';
import styles from './earlier-drafts.module.css';

/** Says beside the save button that leaving loses nothing. */
export function DraftSaved({ savedAt, trouble }: DraftState) {
  const saved = savedAt === undefined ? '' : `Draft saved ${formatClock(savedAt)}`;
  return <SettledOutput className="small soft" text={trouble?.text ?? saved} />;
}

/** Two tabs with one draft would overwrite each other, so the one that comes second stops and asks. */
export function DraftElsewhere({ text, onPart }: { text: string; onPart: () => void }) {
  return (
    <div role="alert" className={`message ${styles['elsewhere']}`} data-tone="plain">
      <span>
        <b>{text}</b> Entries on this page are no longer added to it.
      </span>
      <Button size="xs" onClick={onPart}>
        Keep these as a separate draft
      </Button>
    </div>
  );
}
