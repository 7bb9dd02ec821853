import { IconMessage } from '@tabler/icons-react';
import { Button, Textarea } from '@mantine/core';
import { type KeyboardEvent, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { Referral, ReferralNote } from '@handoff/shared/domain/referral/referral';
import { EmptyState } from '../../../components/page-states.tsx';
import { useMay } from '../../../lib/current-person.ts';
import { useDraft } from '../../../lib/drafts/use-draft.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { NoteItem, NumberWarning } from './note-item.tsx';
import styles from './tabs.module.css';

interface NotesTabProps {
  referral: Referral;
  notes: readonly ReferralNote[];
  onChanged: () => Promise<unknown>;
}

export function NotesTab({ referral, notes, onChanged }: NotesTabProps) {
  const mayWrite = useMay('notes.write');
  const newestFirst = notes.toSorted((a, b) => b.CreatedAt.localeCompare(a.CreatedAt));
  return (
    <section className={styles['notes']} aria-label="Notes">
      {mayWrite && <NewNote referralId={referral.Id} onWritten={onChanged} />}
      {notes.length === 0 && (
        <EmptyState icon={IconMessage} title="No notes yet">
          {mayWrite
            ? 'Write the first one above. Everyone in this agency can read it, and you can see who has.'
            : 'Notes of intake staff and clinicians appear here.'}
        </EmptyState>
      )}
      <ol>
        {newestFirst.map((note) => (
          <NoteItem key={note.Id} note={note} onChanged={onChanged} />
        ))}
      </ol>
    </section>
  );
}

function NewNote({ referralId, onWritten }: { referralId: string; onWritten: () => Promise<unknown> }) {
  const [text, setText] = useDraft(`new note on ${referralId}`);
  const [isMissing, setMissing] = useState(false);
  const write = useAction(api.referrals.updateNotes, { onSuccess: () => void onWritten() });
  const error = isMissing ? 'Write the note first' : write.error?.message;

  async function submit() {
    setMissing(text.trim() === '');
    if (text.trim() === '') return;
    // The field is free for the next note at once; what could not be saved comes back before it.
    setText('');
    const saved = await write.run({ body: { ReferralId: referralId, ReferralNotes: [{ Text: text }] } });
    if (!saved) setText((since) => (since === '' ? text : `${text}\n${since}`));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  }

  return (
    <div>
      <Textarea
        label="New note"
        autosize
        minRows={2}
        maxRows={12}
        maxLength={4000}
        value={text}
        error={error}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setMissing(false);
        }}
        onKeyDown={onKeyDown}
      />
      <NumberWarning text={text} />
      <div className={styles['noteNewActions']}>
        <Button size="sm" aria-busy={write.isPending} onClick={() => void submit()}>
          {write.isPending ? 'Saving…' : 'Add note'}
        </Button>
        <span className="soft small">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
      </div>
    </div>
  );
}
