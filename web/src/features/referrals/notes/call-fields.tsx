import { NativeSelect, TextInput } from '@mantine/core';
import * as z from 'zod';
import { callOutcomes, NoteCall, type ReferralNote } from '@handoff/shared/domain/referral/referral';
import { draftOf, useDraft } from '../../../data/drafts/use-draft.ts';
import styles from './notes.module.css';

/** A call in progress may not say yet whom it was with. */
export const BegunCall = NoteCall.extend({ With: z.string() });
export type BegunCall = z.infer<typeof BegunCall>;

const callOn = (referralId: string) => `call of the new note on ${referralId}`;
const [outcome] = callOutcomes;

export const callWith = (With: string): BegunCall => ({ With, Outcome: outcome });

const begunCall = (kept = ''): BegunCall | undefined =>
  kept === '' ? undefined : BegunCall.parse(JSON.parse(kept));

export const begunCallOf = (referralId: string) => begunCall(draftOf(callOn(referralId)));

/** Undefined makes the new note one without a call. */
export const useBegunCall = (referralId: string) => useKeptCall(callOn(referralId));

export const editOfCall = ({ Id }: Pick<ReferralNote, 'Id'>) => `call of note ${Id}`;

export const useEditedCall = (note: ReferralNote) =>
  useKeptCall(editOfCall(note), note.Call && JSON.stringify(note.Call));

function useKeptCall(name: string, initial = '') {
  const [kept, keep] = useDraft(name, initial);
  const change = (next: BegunCall | undefined) => keep(next ? JSON.stringify(next) : '');
  return [begunCall(kept), change] as const;
}

/** The message for a call that does not say whom it was with. */
export const troubleOfCall = (call: BegunCall | undefined): string | undefined =>
  call && NoteCall.safeParse(call).error?.issues[0]?.message;

interface CallFieldsProps {
  call: BegunCall;
  error?: string | undefined;
  disabled?: boolean;
  onChange: (call: BegunCall) => void;
}

export function CallFields({ call, error, disabled = false, onChange }: CallFieldsProps) {
  return (
    <div className={styles['call']}>
      <TextInput
        label="Call with"
        required
        maxLength={120}
        value={call.With}
        error={error}
        disabled={disabled}
        onChange={({ currentTarget }) => onChange({ ...call, With: currentTarget.value })}
      />
      <NativeSelect
        label="Outcome"
        data={callOutcomes}
        value={call.Outcome}
        disabled={disabled}
        onChange={({ currentTarget }) =>
          onChange({ ...call, Outcome: callOutcomes.find((each) => each === currentTarget.value) ?? outcome })
        }
      />
    </div>
  );
}
