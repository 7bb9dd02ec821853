import { Button, Textarea } from '@mantine/core';
import { useIntersection } from '@mantine/hooks';
import { useEffect, useEffectEvent, useState } from 'react';
import { api } from '@handoff/shared/contract/api';
import type { ReferralNote } from '@handoff/shared/domain/referral/referral';
import { useCurrentPerson, useMay } from '../../../lib/current-person.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';

interface NoteItemProps {
  note: ReferralNote;
  onChanged: () => Promise<unknown>;
}

export function NoteItem({ note, onChanged }: NoteItemProps) {
  const me = useCurrentPerson().id;
  const mayWrite = useMay('notes.write');
  const [isEditing, setEditing] = useState(false);
  const isOwn = note.CreatedBy.Id === me;
  const isUnread = !isOwn && note.ReadBy.every(({ Id }) => Id !== me);
  const seen = useReadWhenSeen(note, isUnread, onChanged);

  return (
    <li className="note" ref={seen} data-unread={isUnread || undefined}>
      <div className="note-head">
        <b>{note.CreatedBy.FullName}</b>
        <time className="soft small number" dateTime={note.CreatedAt}>
          {formatDateTime(note.CreatedAt)}
        </time>
        {note.EditedAt !== null && (
          <span className="soft small" title={formatDateTime(note.EditedAt)}>
            edited
          </span>
        )}
        {isUnread && <span className="note-new-mark">New</span>}
        {isOwn && mayWrite && !isEditing && (
          <button type="button" className="text-button note-edit" onClick={() => setEditing(true)}>
            Edit
          </button>
        )}
      </div>
      {isEditing ? (
        <NoteEditor note={note} onChanged={onChanged} onClose={() => setEditing(false)} />
      ) : (
        <p className="note-text">{note.Text}</p>
      )}
      <ReadBy note={note} />
    </li>
  );
}

const SEEN_AFTER_MS = 1000;

/** A note counts as read once it has been on screen for a moment; nobody has to press anything. */
function useReadWhenSeen(note: ReferralNote, isUnread: boolean, onChanged: () => Promise<unknown>) {
  const { ref, entry } = useIntersection<HTMLLIElement>({ threshold: 0.6 });
  const read = useAction(api.referrals.readNote, { silent: true, onSuccess: () => void onChanged() });
  const isSeen = isUnread && entry?.isIntersecting === true && !document.hidden;
  const markRead = useEffectEvent(() => void read.run({ body: { Id: note.Id } }));
  useEffect(() => {
    if (!isSeen) return undefined;
    const timer = setTimeout(() => markRead(), SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [isSeen]);
  return ref;
}

function NoteEditor({ note, onChanged, onClose }: NoteItemProps & { onClose: () => void }) {
  const [text, setText] = useState(note.Text);
  const edit = useAction(api.referrals.updateNotes, {
    onSuccess: () => {
      onClose();
      void onChanged();
    },
  });
  const { Id, ReferralId } = note;
  const save = () => void edit.run({ body: { ReferralId, ReferralNotes: [{ Id, Text: text }] } });
  return (
    <div className="note-editor">
      <Textarea
        aria-label="Note"
        autosize
        minRows={2}
        maxLength={4000}
        data-autofocus
        value={text}
        error={edit.error?.message}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div className="note-new-actions">
        <Button size="sm" aria-busy={edit.isPending} disabled={text.trim() === ''} onClick={save}>
          Save note
        </Button>
        <Button size="sm" variant="default" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

function ReadBy({ note }: { note: ReferralNote }) {
  if (note.ReadBy.length === 0) return <p className="soft small">Nobody else has read this yet</p>;
  const names = note.ReadBy.map(({ FullName }) => FullName).join(', ');
  const times = note.ReadBy.map(({ FullName, At }) => `${FullName}, ${formatDateTime(At)}`).join('\n');
  return (
    <p className="soft small" title={times}>
      Read by {names}
    </p>
  );
}
