import { Button } from '@mantine/core';
import { useState } from 'react';
import type { OfferedDraft } from '../../../data/drafts/use-draft.ts';
import { formatDateTime, plural } from '../../../text/format.ts';
import { patientOfDraft } from '@handoff/shared/domain/referral/draft-patient';
import { documentsOfDraft } from './attachments.ts';
import styles from './earlier-drafts.module.css';

interface EarlierDraftsProps<Draft extends OfferedDraft> {
  offered: readonly Draft[];
  /** Names a draft in the list. */
  nameOf?: (draft: Draft) => string;
  /** Something else is open, so all of them stay behind one link. */
  isQuiet?: boolean;
  onContinue: (draft: Draft) => void;
  onDiscard: (draft: Draft) => void;
}

/** Unsaved drafts of this person, such as from before a crash: the newest, and the others on request. */
export function EarlierDrafts<Draft extends OfferedDraft>(props: EarlierDraftsProps<Draft>) {
  const { offered, nameOf = nameIn, isQuiet = false, onContinue, onDiscard } = props;
  const [isWhole, setWhole] = useState(false);
  if (offered.length === 0) return null;
  const hidden = isWhole ? 0 : isQuiet ? offered.length : offered.length - 1;
  return (
    <ul aria-label="Drafts" data-drafts className={styles['drafts']}>
      {offered.slice(0, offered.length - hidden).map((draft) => (
        <li key={draft.id}>
          <span>
            Draft: <b>{nameOf(draft)}</b>{' '}
            <span className="soft">
              {draft.sentBy === undefined ? 'saved' : `from ${draft.sentBy}`} {formatDateTime(draft.savedAt)}
            </span>
          </span>
          <Button size="xs" variant={isQuiet ? 'default' : 'filled'} onClick={() => onContinue(draft)}>
            Continue
          </Button>
          <Button size="xs" onClick={() => onDiscard(draft)}>
            Discard
          </Button>
        </li>
      ))}
      {hidden > 0 && (
        <li>
          <button type="button" className="text-button" onClick={() => setWhole(true)}>
            Show {plural(hidden, isQuiet ? 'draft' : 'more draft')}
          </button>
        </li>
      )}
    </ul>
  );
}

/** The patient of a referral's draft, or else its first document. */
export function nameIn({ values }: Pick<OfferedDraft, 'values'>): string {
  const [document] = documentsOfDraft(values);
  return patientOfDraft(values) || (document?.name ?? 'New referral');
}
