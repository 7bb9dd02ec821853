import { useNavigate } from '@tanstack/react-router';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { useDraft } from '../../../data/drafts/use-draft.ts';
import { toNewNote } from './new-note-link.ts';

export const newNoteOn = (referralId: string) => `new note on ${referralId}`;

/** Begins a note about a request to the source, below any half-written note. */
export function useAskFor({ Id, Source }: Pick<Referral, 'Id' | 'Source'>) {
  const [, setText] = useDraft(newNoteOn(Id));
  const navigate = useNavigate();
  const source = [Source.ContactName, Source.Organization, formatPhone(Source.Phone)].filter(
    (text) => text !== '',
  );
  return (names: readonly string[]) => {
    const request = `Asked ${source.join(', ') || 'the referral source'} for: ${names.join(', ')}.`;
    setText((former) => {
      if (former.includes(request)) return former;
      return former === '' ? request : `${former}\n${request}`;
    });
    void navigate(toNewNote(Id));
  };
}
