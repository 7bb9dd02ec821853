import { Button } from '@mantine/core';
import { valueAt } from '../../../data/records/merge.ts';
import type { OfferedDraft } from '../../../data/drafts/use-draft.ts';
import { formatDateTime } from '../../../text/format.ts';
import styles from './earlier-drafts.module.css';

interface EarlierDraftsProps<Draft extends OfferedDraft> {
  offered: readonly Draft[];
  /** Names a draft in the list. */
  nameOf?: (draft: Draft) => string;
  onContinue: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
}

/** Unsaved drafts of this person, such as from before a crash. */
export function EarlierDrafts<Draft extends OfferedDraft>(props: EarlierDraftsProps<Draft>) {
  const { offered, nameOf = nameIn, onContinue, onDiscard } = props;
  if (offered.length === 0) return null;
  return (
    <ul aria-label="Drafts" className={styles['drafts']}>
      {offered.map((draft) => (
        <li key={draft.id}>
          <span>
            Draft: <b>{nameOf(draft)}</b> <span className="soft">from {formatDateTime(draft.savedAt)}</span>
          </span>
          <Button size="xs" onClick={() => onContinue(draft)}>
            Continue
          </Button>
          <Button size="xs" variant="default" onClick={() => onDiscard(draft)}>
            Discard
          </Button>
        </li>
      ))}
    </ul>
  );
}

function nameIn({ values }: OfferedDraft): string {
  const names = ['Patient.LastName', 'Patient.FirstName'].map((name) => valueAt(values, name));
  const typed = names.filter((name) => typeof name === 'string' && name !== '');
  return typed.length === 0 ? 'New referral' : typed.join(', ');
}
