import { useNavigate } from '@tanstack/react-router';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { draftOf, useDraft } from '../../../data/drafts/use-draft.ts';
import { callWith, useBegunCall } from './call-fields.tsx';
import { toNewNote } from './new-note-link.ts';

export const newNoteOn = (referralId: string) => `new note on ${referralId}`;

/** Logs a call with a request to the source; below a half-written note it is a part of that. */
export function useAskFor({ Id, Source }: Pick<Referral, 'Id' | 'Source'>) {
  const [, setText] = useDraft(newNoteOn(Id));
  const [, setCall] = useBegunCall(Id);
  const navigate = useNavigate();
  const source = [Source.ContactName, Source.Organization, formatPhone(Source.Phone)].filter(
    (text) => text !== '',
  );
  return (names: readonly string[]) => {
    const request = `Asked ${source.join(', ') || 'the referral source'} for: ${names.join(', ')}.`;
    if (draftOf(newNoteOn(Id)) === undefined)
      setCall(callWith(Source.ContactName || Source.Organization || 'the referral source'));
    setText((former) => {
      if (former.includes(request)) return former;
      return former === '' ? request : `${former}\n${request}`;
    });
    void navigate(toNewNote(Id));
  };
}
