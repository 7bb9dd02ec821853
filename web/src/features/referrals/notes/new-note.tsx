import { IconPhone } from '@tabler/icons-react';
import { Button, Checkbox, Group } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { referralNotesApi } from '@handoff/shared/contract/referrals/referral-notes';
import { NoteText, type ReferralNote } from '@handoff/shared/domain/referral/referral';
import { noteInWords } from '@handoff/shared/domain/referral/note-in-words';
import { useAction } from '../../../data/send/outbox.ts';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { draftOf, useDraft } from '../../../data/drafts/use-draft.ts';
import { excessOf } from '../../../ui/form/field-schema.ts';
import { usePageKeys } from '../../../ui/page-keys.ts';
import { ariaKeysOf } from '../../../ui/shortcuts.ts';
import { EarlierDrafts } from '../intake/earlier-drafts.tsx';
import { EditedBy, useEditing } from '../presence/presence.tsx';
import { newNoteOn } from './ask-for.ts';
import {
  type BegunCall,
  begunCallOf,
  CallFields,
  callWith,
  troubleOfCall,
  useBegunCall,
} from './call-fields.tsx';
import { type HalfWritten, useKeptNote } from './kept-note.ts';
import { MentionField } from './mention-field.tsx';
import { useIsForNewNote } from './new-note-link.ts';
import { NumberWarning } from './note-item.tsx';
import { notesOnTheirWay, textsOf, type useSendingNotes } from './sending-notes.ts';
import { SharingSwitch } from './sharing-switch.tsx';
import styles from './notes.module.css';

const priorityOn = (referralId: string) => `priority of the new note on ${referralId}`;

/** The text that a crashed browser would lose. Its readers have to be chosen again. */
function halfWritten(ReferralId: string): HalfWritten | undefined {
  const texts = [...notesOnTheirWay(ReferralId).toReversed(), draftOf(newNoteOn(ReferralId)) ?? ''];
  const Text = texts.filter((text) => text.trim() !== '').join('\n');
  const Call = begunCallOf(ReferralId);
  if (Text === '' && !Call?.With) return undefined;
  return { ReferralId, Text, Priority: draftOf(priorityOn(ReferralId)) === 'yes', ...(Call && { Call }) };
}

const SHOWN = 60;
const beginningOf = (text: string) => (text.length > SHOWN ? `${text.slice(0, SHOWN).trimEnd()}…` : text);

const wordsOf = (call: BegunCall | undefined) =>
  call ? { field: 'What was said', add: 'Add call' } : { field: 'New note', add: 'Add note' };

/** A call may have no text: no one answered. */
function missingIn(call: BegunCall | undefined, text: string): { call?: string | undefined; text?: string } {
  if (call) return { call: troubleOfCall(call) };
  return text.trim() === '' ? { text: 'Write the note first' } : {};
}

interface NewNoteProps {
  referralId: string;
  sending: ReturnType<typeof useSendingNotes>;
  notes: readonly ReferralNote[];
}

export function NewNote({ referralId, sending, notes }: NewNoteProps) {
  const [text, setText] = useDraft(newNoteOn(referralId));
  const [priority, setPriority] = useDraft(priorityOn(referralId));
  const [sharing, setSharing] = useDraft(`sharing of the new note on ${referralId}`);
  const [call, setCall] = useBegunCall(referralId);
  const [isMissing, setMissing] = useState(false);
  const excess = excessOf(NoteText, text);
  const kept = useKeptNote(referralId, () => halfWritten(referralId));
  const own = textsOf(useCurrentPerson().id, notes);
  useEditing(text === '' && call === undefined ? undefined : 'Notes');
  const field = useRef<HTMLTextAreaElement>(null);
  const isForThis = useIsForNewNote();
  useEffect(() => {
    if (isForThis) field.current?.focus();
  }, [isForThis]);
  usePageKeys({
    note(event) {
      event.preventDefault();
      field.current?.focus();
    },
  });
  const write = useAction(referralNotesApi.updateNotes);
  const missing = missingIn(call, text);
  const shown = isMissing ? missing : {};
  const error = shown.text ?? excess ?? write.error?.message;
  const words = wordsOf(call);

  async function submit() {
    const isIncomplete = Object.values(missing).some((each) => each !== undefined);
    setMissing(isIncomplete);
    if (isIncomplete || excess !== undefined) return;
    // The field is free for the next note at once; a note that could not be saved returns above it.
    setText('');
    setPriority('');
    setSharing('');
    setCall(undefined);
    sending.add(text);
    const note = {
      Text: text,
      ...(priority !== '' && { Priority: true }),
      ...(sharing !== '' && { Shared: true }),
      ...(call && { Call: call }),
    };
    const saved = await write.run({ body: { ReferralId: referralId, ReferralNotes: [note] } });
    if (!saved.ok) {
      putBack({ Text: text, Priority: priority !== '', Call: call });
      // Chosen again, because the text typed since may be for this agency only.
      setSharing('');
    }
    sending.remove(text);
    kept.settle();
  }

  /** Above what was typed since. */
  function putBack({ Text, Priority, Call }: Omit<HalfWritten, 'ReferralId'>) {
    setText((since) => [Text, since].filter((part) => part !== '').join('\n'));
    if (Priority) setPriority('yes');
    if (Call) setCall(Call);
  }

  function continueWith(draft: (typeof kept.offered)[number]) {
    kept.adopt(draft);
    putBack(draft.values);
    field.current?.focus();
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit();
  }

  return (
    <div>
      <EarlierDrafts
        offered={kept.offered.filter(({ values }) => !own.has(values.Text.trim()))}
        nameOf={({ values }) => `note “${beginningOf(noteInWords(values))}”`}
        onContinue={continueWith}
        onDiscard={({ id }) => kept.forget(id)}
      />
      {call && <CallFields call={call} error={shown.call} onChange={setCall} />}
      <MentionField
        label={words.field}
        aria-keyshortcuts={ariaKeysOf('note')}
        fieldRef={field}
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        error={error}
        onText={(next) => {
          setText(next);
          setMissing(false);
        }}
        onKeyDown={onKeyDown}
      />
      <NumberWarning text={noteInWords({ Call: call, Text: text })} />
      <Group gap="sm" className={styles['writing'] ?? ''}>
        <Button variant="filled" aria-busy={write.isPending} onClick={() => void submit()}>
          {write.isPending ? 'Saving…' : words.add}
        </Button>
        <Button
          leftSection={<IconPhone size={16} aria-hidden="true" />}
          aria-pressed={call !== undefined}
          onClick={() => setCall(call ? undefined : callWith(''))}
        >
          Log a call
        </Button>
        <span className="soft small">
          <kbd>Ctrl</kbd> <kbd>Enter</kbd>
        </span>
        <Checkbox
          label="Priority"
          checked={priority !== ''}
          onChange={({ currentTarget }) => setPriority(currentTarget.checked ? 'yes' : '')}
        />
        <SharingSwitch isShared={sharing !== ''} onChange={(isShared) => setSharing(isShared ? 'yes' : '')} />
        <EditedBy sections={['Notes']} />
      </Group>
    </div>
  );
}
