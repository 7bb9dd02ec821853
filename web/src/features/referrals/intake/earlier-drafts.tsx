import { Button } from '@mantine/core';
import { useState } from 'react';
import { valueAt } from '../../../data/records/merge.ts';
import type { OfferedDraft } from '../../../data/drafts/use-draft.ts';
import { formatDateTime, plural } from '../../../text/format.ts';
import { documentsOfDraft, patientAbout, readingsOfDraft } from './attachments.ts';
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
    <ul aria-label="Drafts" className={styles['drafts']}>
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

/** The patient of a referral's draft, as typed or as read in its papers, or else its first document. */
export function nameIn({ values }: Pick<OfferedDraft, 'values'>): string {
  const read = readingsOfDraft(values).flatMap(({ Taken }) => Taken);
  const names = ['Patient.LastName', 'Patient.FirstName'].map(
    (name) => valueAt(values, name) || read.find(({ Field }) => Field === name)?.Value,
  );
  const typed = names.flatMap((name) => (typeof name === 'string' && name !== '' ? name : []));
  const [document] = documentsOfDraft(values);
  return typed.join(', ') || patientAbout(values) || (document?.name ?? 'New referral');
}
