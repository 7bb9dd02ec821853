import { IconMessage } from '@tabler/icons-react';
import { Checkbox, Group, SegmentedControl, TextInput } from '@mantine/core';
import '@mantine/core/styles/FloatingIndicator.layer.css';
import '@mantine/core/styles/SegmentedControl.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useEffect, useRef, useState } from 'react';
import type { Referral, ReferralNote } from '@handoff/shared/domain/referral/referral';
import { noteInWords } from '@handoff/shared/domain/referral/note-in-words';
import { EmptyState } from '../../../ui/feedback/page-states.tsx';
import { SettledOutput } from '../../../ui/feedback/settled-output.tsx';
import { useCurrentPerson, useMay } from '../../../data/current-person.ts';
import { plural } from '../../../text/format.ts';
import { NewNote } from './new-note.tsx';
import { NoteItem } from './note-item.tsx';
import { textsOf, useSendingNotes } from './sending-notes.ts';
import { Guarded } from '../../../ui/feedback/guarded.tsx';
import styles from './notes.module.css';

interface NotesTabProps {
  referral: Referral;
  notes: readonly ReferralNote[];
}

export function NotesTab({ referral, notes }: NotesTabProps) {
  const mayWrite = useMay('notes.write');
  const sending = useSendingNotes(referral.Id);
  const isSending = sending.texts.length > 0;
  return (
    <section className={styles['notes']} aria-label="Notes">
      {mayWrite && <NewNote referralId={referral.Id} {...{ sending, notes }} />}
      {notes.length === 0 && !isSending && (
        <EmptyState icon={IconMessage} title="No notes yet">
          {mayWrite
            ? 'Write the first one above. Everyone in this agency can read it, and you can see who has.'
            : 'Notes of intake staff and clinicians appear here.'}
        </EmptyState>
      )}
      <SendingNotes texts={sending.texts} notes={notes} />
      <WrittenNotes notes={notes} />
    </section>
  );
}

const noteKinds = ['All', 'Notes', 'Calls'] as const;
type NoteKind = (typeof noteKinds)[number];
const isOfKind: Record<NoteKind, (note: ReferralNote) => boolean> = {
  All: () => true,
  Notes: ({ Call }) => Call === undefined,
  Calls: ({ Call }) => Call !== undefined,
};

/** A shorter list needs no filter. */
const SEARCHED_FROM = 4;

/** Priority notes come first, and within each group the newest. */
const inOrder = (a: ReferralNote, b: ReferralNote) =>
  Number(b.Priority === true) - Number(a.Priority === true) || b.CreatedAt.localeCompare(a.CreatedAt);

/** A person who was mentioned is led to that note, wherever it is in the list. */
function useMentionInView() {
  const list = useRef<HTMLOListElement>(null);
  useEffect(() => {
    list.current?.querySelector('[data-unread] [data-me]')?.scrollIntoView?.({ block: 'center' });
  }, []);
  return list;
}

const hasBoth = (notes: readonly ReferralNote[]) => notes.some(isOfKind.Calls) && notes.some(isOfKind.Notes);

function KindOfNotes({ kind, onChange }: { kind: NoteKind; onChange: (kind: NoteKind) => void }) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Notes or calls"
      data={[...noteKinds]}
      value={kind}
      onChange={onChange}
    />
  );
}

interface NoteFilters {
  wanted: string;
  kind: NoteKind;
  isPriorityOnly: boolean;
}

const isNarrowing = ({ wanted, kind, isPriorityOnly }: NoteFilters) =>
  kind !== 'All' || isPriorityOnly || wanted.trim() !== '';

function foundIn(notes: readonly ReferralNote[], { wanted, kind, isPriorityOnly }: NoteFilters) {
  const words = wanted.toLowerCase().split(/\s+/);
  return notes.toSorted(inOrder).filter((note) => {
    const { CreatedBy, Priority = false } = note;
    const whole = `${CreatedBy.FullName} ${noteInWords(note)}`.toLowerCase();
    return (
      isOfKind[kind](note) && (Priority || !isPriorityOnly) && words.every((word) => whole.includes(word))
    );
  });
}

function WrittenNotes({ notes }: Pick<NotesTabProps, 'notes'>) {
  const list = useMentionInView();
  const [wanted, setWanted] = useState('');
  const [isFiltering, setFiltering] = useState(false);
  const [kind, setKind] = useState<NoteKind>('All');
  const hasPriority = notes.some(({ Priority }) => Priority === true);
  const isPriorityOnly = isFiltering && hasPriority;
  const mayFilter = hasPriority && notes.length > 1;
  const mayChoose = hasBoth(notes);
  const wish = { wanted, kind, isPriorityOnly };
  const found = foundIn(notes, wish);
  return (
    <>
      {(mayFilter || mayChoose || notes.length >= SEARCHED_FROM) && (
        <Group mb="md">
          {mayChoose && <KindOfNotes kind={kind} onChange={setKind} />}
          {notes.length >= SEARCHED_FROM && (
            <TextInput
              type="search"
              aria-label="Search notes"
              placeholder="Search notes"
              value={wanted}
              onChange={({ currentTarget }) => setWanted(currentTarget.value)}
            />
          )}
          {mayFilter && (
            <Checkbox
              label="Priority only"
              checked={isPriorityOnly}
              onChange={({ currentTarget }) => setFiltering(currentTarget.checked)}
            />
          )}
          <SettledOutput
            className="soft small number"
            text={isNarrowing(wish) ? `${found.length} of ${plural(notes.length, 'note')}` : ''}
          />
        </Group>
      )}
      <ol ref={list}>
        {found.map((note) => (
          <Guarded key={note.Id} record={note} within="li">
            <NoteItem note={note} />
          </Guarded>
        ))}
      </ol>
    </>
  );
}

/** A note is shown at once, before the server has saved it. */
function SendingNotes({ texts, notes }: { texts: readonly string[]; notes: readonly ReferralNote[] }) {
  const me = useCurrentPerson();
  const own = textsOf(me.id, notes);
  const waiting = texts.filter((text) => !own.has(text.trim()));
  if (waiting.length === 0) return null;
  return (
    <ol aria-label="Notes on their way">
      {waiting.map((text, index) => (
        <li key={waiting.length - index} className={styles['note']}>
          <Group gap="sm">
            <b>{me.name}</b>
            <span className="soft small">Not saved yet</span>
          </Group>
          <p className={styles['text']}>{text}</p>
        </li>
      ))}
    </ol>
  );
}
