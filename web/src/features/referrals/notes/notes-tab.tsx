import { IconMessage } from '@tabler/icons-react';
import { Button, Checkbox, TextInput } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { Referral, ReferralNote } from '@handoff/shared/domain/referral/referral';
import { EmptyState } from '../../../components/page-states.tsx';
import { SettledOutput } from '../../../components/settled-output.tsx';
import { useCurrentPerson, useMay } from '../../../lib/current-person.ts';
import { useDraft } from '../../../lib/drafts/use-draft.ts';
import { plural } from '../../../lib/format/format.ts';
import { useAction } from '../../../lib/api/use-action.ts';
import { usePageKeys } from '../../../lib/page-keys.ts';
import { EditedBy, useEditing } from '../presence/presence.tsx';
import { MentionField } from './mention-field.tsx';
import { useIsForNewNote } from './new-note-link.ts';
import { NoteItem, NumberWarning } from './note-item.tsx';
import { SharingSwitch } from './sharing-switch.tsx';
import { useSendingNotes } from './sending-notes.ts';
import styles from './notes.module.css';

interface NotesTabProps {
  referral: Referral;
  notes: readonly ReferralNote[];
  onChanged: () => Promise<unknown>;
}

export function NotesTab({ referral, notes, onChanged }: NotesTabProps) {
  const mayWrite = useMay('notes.write');
  const sending = useSendingNotes(referral.Id);
  const isSending = sending.texts.length > 0;
  return (
    <section className={styles['notes']} aria-label="Notes">
      {mayWrite && <NewNote referralId={referral.Id} sending={sending} onWritten={onChanged} />}
      {notes.length === 0 && !isSending && (
        <EmptyState icon={IconMessage} title="No notes yet">
          {mayWrite
            ? 'Write the first one above. Everyone in this agency can read it, and you can see who has.'
            : 'Notes of intake staff and clinicians appear here.'}
        </EmptyState>
      )}
      <SendingNotes texts={sending.texts} notes={notes} />
      <WrittenNotes notes={notes} onChanged={onChanged} />
    </section>
  );
}

/** Fewer are seen at a glance. */
const SEARCHED_FROM = 4;

/** Those with priority come first, and the newest of each. */
const inOrder = (a: ReferralNote, b: ReferralNote) =>
  Number(b.Priority === true) - Number(a.Priority === true) || b.CreatedAt.localeCompare(a.CreatedAt);

function WrittenNotes({ notes, onChanged }: Omit<NotesTabProps, 'referral'>) {
  const [wanted, setWanted] = useState('');
  const [isFiltering, setFiltering] = useState(false);
  const hasPriority = notes.some(({ Priority }) => Priority === true);
  const isPriorityOnly = isFiltering && hasPriority;
  const mayFilter = hasPriority && notes.length > 1;
  const words = wanted.toLowerCase().split(/\s+/);
  const found = notes.toSorted(inOrder).filter(({ Text, CreatedBy, Priority = false }) => {
    const whole = `${CreatedBy.FullName} ${Text}`.toLowerCase();
    return (Priority || !isPriorityOnly) && words.every((word) => whole.includes(word));
  });
  const isNarrowed = isPriorityOnly || wanted.trim() !== '';
  return (
    <>
      {(mayFilter || notes.length >= SEARCHED_FROM) && (
        <div className={styles['search']}>
          {notes.length >= SEARCHED_FROM && (
            <TextInput
              type="search"
              size="sm"
              aria-label="Search notes"
              placeholder="Search notes"
              value={wanted}
              onChange={({ currentTarget }) => setWanted(currentTarget.value)}
            />
          )}
          {mayFilter && (
            <Checkbox
              size="sm"
              label="Priority only"
              checked={isPriorityOnly}
              onChange={({ currentTarget }) => setFiltering(currentTarget.checked)}
            />
          )}
          <SettledOutput
            className="soft small number"
            text={isNarrowed ? `${found.length} of ${plural(notes.length, 'note')}` : ''}
          />
        </div>
      )}
      <ol>
        {found.map((note) => (
          <NoteItem key={note.Id} note={note} onChanged={onChanged} />
        ))}
      </ol>
    </>
  );
}

/** A note is there as soon as it is written, whenever the server has it. */
function SendingNotes({ texts, notes }: { texts: readonly string[]; notes: readonly ReferralNote[] }) {
  const me = useCurrentPerson();
  const own = new Set(notes.filter(({ CreatedBy }) => CreatedBy.Id === me.id).map(({ Text }) => Text));
  const waiting = texts.filter((text) => !own.has(text.trim()));
  if (waiting.length === 0) return null;
  return (
    <ol aria-label="Notes on their way">
      {waiting.map((text, index) => (
        <li key={waiting.length - index} className={styles['note']}>
          <div className={styles['head']}>
            <b>{me.name}</b>
            <span className="soft small">Not saved yet</span>
          </div>
          <p className={styles['text']}>{text}</p>
        </li>
      ))}
    </ol>
  );
}

interface NewNoteProps {
  referralId: string;
  sending: ReturnType<typeof useSendingNotes>;
  onWritten: () => Promise<unknown>;
}

function NewNote({ referralId, sending, onWritten }: NewNoteProps) {
  const [text, setText] = useDraft(`new note on ${referralId}`);
  const [priority, setPriority] = useDraft(`priority of the new note on ${referralId}`);
  const [sharing, setSharing] = useDraft(`sharing of the new note on ${referralId}`);
  const [isMissing, setMissing] = useState(false);
  useEditing(text === '' ? undefined : 'Notes');
  const field = useRef<HTMLTextAreaElement>(null);
  const isForThis = useIsForNewNote();
  useEffect(() => {
    if (isForThis) field.current?.focus();
  }, [isForThis]);
  usePageKeys({
    n(event) {
      event.preventDefault();
      field.current?.focus();
    },
  });
  const write = useAction(api.referrals.updateNotes);
  const error = isMissing ? 'Write the note first' : write.error?.message;

  async function submit() {
    setMissing(text.trim() === '');
    if (text.trim() === '') return;
    // The field is free for the next note at once; what could not be saved comes back before it.
    setText('');
    setPriority('');
    setSharing('');
    sending.add(text);
    const note = {
      Text: text,
      ...(priority !== '' && { Priority: true }),
      ...(sharing !== '' && { Shared: true }),
    };
    const saved = await write.run({ body: { ReferralId: referralId, ReferralNotes: [note] } });
    if (saved) await onWritten();
    else {
      setText((since) => (since === '' ? text : `${text}\n${since}`));
      setPriority((since) => (since === '' ? priority : since));
      // To be chosen again: what was written since may be for this agency only.
      setSharing('');
    }
    sending.remove(text);
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  }

  return (
    <div>
      <MentionField
        label="New note"
        aria-keyshortcuts="n"
        fieldRef={field}
        autosize
        minRows={2}
        maxRows={12}
        maxLength={4000}
        value={text}
        error={error}
        onText={(next) => {
          setText(next);
          setMissing(false);
        }}
        onKeyDown={onKeyDown}
      />
      <NumberWarning text={text} />
      <div className={styles['writing']}>
        <Button size="sm" aria-busy={write.isPending} onClick={() => void submit()}>
          {write.isPending ? 'Saving…' : 'Add note'}
        </Button>
        <span className="soft small">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
        <Checkbox
          size="sm"
          label="Priority"
          checked={priority !== ''}
          onChange={({ currentTarget }) => setPriority(currentTarget.checked ? 'yes' : '')}
        />
        <SharingSwitch isShared={sharing !== ''} onChange={(isShared) => setSharing(isShared ? 'yes' : '')} />
        <EditedBy sections={['Notes']} />
      </div>
    </div>
  );
}
