import { IconFlag, IconPhone } from '@tabler/icons-react';
import { Button, Checkbox, Group, VisuallyHidden } from '@mantine/core';
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Checkbox.layer.css';
import { useIntersection } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { referralNotesApi } from '@handoff/shared/contract/referrals/referral-notes';
import { numbersIn } from '@handoff/shared/domain/person/identifiers';
import { isShared, NoteText, type ReferralNote } from '@handoff/shared/domain/referral/referral';
import { callInWords, noteInWords } from '@handoff/shared/domain/referral/note-in-words';
import { useCurrentPerson, useMay } from '../../../data/current-person.ts';
import { formatDateTime } from '../../../text/format.ts';
import { hasDraft, useDraft } from '../../../data/drafts/use-draft.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { useSettings } from '../../../data/use-settings.ts';
import { partsWithMentions } from './mention.ts';
import { SharedBadge, SharingSwitch } from './sharing-switch.tsx';
import { CallFields, editOfCall, troubleOfCall, useEditedCall } from './call-fields.tsx';
import { MentionField } from './mention-field.tsx';
import { excessOf } from '../../../ui/form/field-schema.ts';
import { focusIfLost } from '../../../ui/page-focus.ts';
import styles from './notes.module.css';

interface NoteItemProps {
  note: ReferralNote;
}

export function NoteItem({ note }: NoteItemProps) {
  const me = useCurrentPerson().id;
  const mayWrite = useMay('notes.write');
  const [isEditing, setEditing] = useState(() =>
    [
      ...['note', 'priority of note', 'sharing of note'].map((part) => `${part} ${note.Id}`),
      editOfCall(note),
    ].some(hasDraft),
  );
  const editButton = useRef<HTMLButtonElement>(null);
  const isOwn = note.CreatedBy.Id === me;
  const { SuspectedNumbers: suspected = [] } = note;
  const isUnread = !isOwn && note.ReadBy.every(({ Id }) => Id !== me);
  const seen = useReadWhenSeen(note, isUnread);

  function close() {
    setEditing(false);
    // The focused button disappears with the editor.
    requestAnimationFrame(() => editButton.current?.focus());
  }

  return (
    <li
      className={styles['note']}
      ref={seen}
      data-unread={isUnread || undefined}
      data-priority={note.Priority}
    >
      <Group gap="sm">
        {note.Priority === true && (
          <span className="wrong strong small">
            <IconFlag size={14} aria-hidden="true" /> Priority
          </span>
        )}
        <Avatar person={note.CreatedBy} />
        <b>{note.CreatedBy.FullName}</b>
        <time className="soft small number" dateTime={note.CreatedAt}>
          {formatDateTime(note.CreatedAt)}
        </time>
        {note.EditedAt !== null && (
          <span className="soft small" title={formatDateTime(note.EditedAt)}>
            edited
          </span>
        )}
        <SharedBadge note={note} />
        {suspected.length > 0 && (
          <span className="warn small">May hold a whole {suspected.join(' and ')}</span>
        )}
        {isUnread && <span className="accent strong small">New</span>}
        {isOwn && mayWrite && !isEditing && (
          <button
            ref={editButton}
            type="button"
            className={`text-button ${styles['edit']}`}
            onClick={() => setEditing(true)}
          >
            Edit<VisuallyHidden> note</VisuallyHidden>
          </button>
        )}
      </Group>
      {isEditing ? <NoteEditor note={note} onClose={close} /> : <NoteContent note={note} />}
      <ReadBy note={note} />
    </li>
  );
}

function NoteContent({ note: { Call, Text } }: NoteItemProps) {
  return (
    <>
      {Call && (
        <p className={styles['with']}>
          <IconPhone size={16} aria-hidden="true" /> {callInWords(Call)}
        </p>
      )}
      <p className={styles['text']}>
        <WithMentions text={Text} />
      </p>
    </>
  );
}

/** A warning while typing that may be wrong, so the note can still be saved. */
export function NumberWarning({ text }: { text: string }) {
  const numbers = numbersIn(text);
  return (
    <output className="warn small">
      {numbers.length > 0 &&
        `This looks like a whole ${numbers.join(' and ')}. Everyone in this agency reads notes: write the last four characters instead.`}
    </output>
  );
}

const SEEN_AFTER_MS = 1000;

/** This much of a note, or of the screen, has to be seen. */
const ENOUGH = 0.6;
/** Shares of the note at which its place is looked at: a note may be many screens long. */
const SHARES = Array.from({ length: 101 }, (_, percent) => percent / 100);

/** A note counts as read after a moment on screen, without a click; one that is taller than the screen, too. */
function useReadWhenSeen(note: ReferralNote, isUnread: boolean) {
  const { ref, entry } = useIntersection<HTMLLIElement>({ threshold: SHARES });
  const read = useAction(referralNotesApi.readNote, { silent: true });
  const isSeen = isUnread && entry !== null && isEnough(entry) && !document.hidden;
  const markRead = useEffectEvent(() => void read.run({ body: { Id: note.Id } }));
  useEffect(() => {
    if (!isSeen) return undefined;
    const timer = setTimeout(() => markRead(), SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSeen]);
  return ref;
}

function isEnough({ intersectionRect, boundingClientRect, rootBounds }: IntersectionObserverEntry): boolean {
  const screen = rootBounds?.height ?? window.innerHeight;
  return intersectionRect.height >= ENOUGH * Math.min(boundingClientRect.height, screen);
}

function NoteEditor({ note, onClose }: NoteItemProps & { onClose: () => void }) {
  const { Id, ReferralId } = note;
  const [text, setText] = useDraft(`note ${Id}`, note.Text);
  const was = note.Priority === true ? 'yes' : 'no';
  const [priority, setPriority] = useDraft(`priority of note ${Id}`, was);
  const wasShared = isShared(note) ? 'yes' : 'no';
  const [sharing, setSharing] = useDraft(`sharing of note ${Id}`, wasShared);
  const [call, setCall] = useEditedCall(note);
  const trouble = troubleOfCall(call);
  const edit = useAction(referralNotesApi.updateNotes);
  const excess = excessOf(NoteText, text);
  const field = useRef<HTMLTextAreaElement>(null);
  useEffect(() => {
    // No focus when a draft restores it with the page.
    focusIfLost(field.current);
  }, []);

  function close() {
    setText(note.Text);
    setPriority(was);
    setSharing(wasShared);
    setCall(note.Call);
    onClose();
  }

  async function save() {
    const marks = { Priority: priority === 'yes', Shared: sharing === 'yes' };
    const written = { Id, Text: text, ...marks, ...(call && { Call: call }) };
    const saved = await edit.run({ body: { ReferralId, ReferralNotes: [written] } });
    if (saved.ok) close();
  }

  return (
    <div>
      {call && <CallFields call={call} error={trouble} disabled={edit.isPending} onChange={setCall} />}
      <MentionField
        aria-label="Note"
        autosize
        minRows={2}
        fieldRef={field}
        value={text}
        readOnly={edit.isPending}
        error={excess ?? edit.error?.message}
        onText={setText}
      />
      <NumberWarning text={noteInWords({ Call: call, Text: text })} />
      <Group gap="sm" className={styles['writing'] ?? ''}>
        <Button
          variant="filled"
          aria-busy={edit.isPending}
          disabled={(text.trim() === '' && !call) || excess !== undefined || trouble !== undefined}
          onClick={() => void save()}
        >
          Save note
        </Button>
        <Button onClick={close}>Cancel</Button>
        <Checkbox
          label="Priority"
          checked={priority === 'yes'}
          disabled={edit.isPending}
          onChange={({ currentTarget }) => setPriority(currentTarget.checked ? 'yes' : 'no')}
        />
        <SharingSwitch
          isShared={sharing === 'yes'}
          disabled={edit.isPending}
          onChange={(next) => setSharing(next ? 'yes' : 'no')}
        />
      </Group>
    </div>
  );
}

function ReadBy({ note }: { note: ReferralNote }) {
  if (note.ReadBy.length === 0) return <p className="soft small">No one else has read this yet</p>;
  const times = note.ReadBy.map(({ FullName, At }) => `${FullName}, ${formatDateTime(At)}`).join('\n');
  return (
    <Group component="p" gap="xs" wrap="nowrap" className="soft small" title={times}>
      Read by
      {note.ReadBy.map((person) => (
        <Avatar key={person.Id} person={person} />
      ))}
    </Group>
  );
}

/** Stresses the names that the text mentions. */
function WithMentions({ text }: { text: string }) {
  const { people } = useSettings();
  const { name } = useCurrentPerson();
  return partsWithMentions(text, people).map(({ at, part, isMention }) =>
    isMention ? (
      <b key={at} className="accent label" data-me={part === `@${name}` || undefined}>
        {part}
      </b>
    ) : (
      part
    ),
  );
}
