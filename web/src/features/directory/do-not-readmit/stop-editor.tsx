import { Stack } from '@mantine/core';
import { readmissionStopsApi } from '@handoff/shared/contract/referrals/readmission-stops';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { plainName } from '@handoff/shared/domain/duplicates/name-likeness';
import {
  NewReadmissionStop,
  type ReadmissionStop,
  ReadmissionStopEdit,
} from '@handoff/shared/domain/referral/readmission-stop';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { Link } from '@tanstack/react-router';
import * as z from 'zod';
import { EditorHead } from '../../../ui/record-page/editor-frame.tsx';
import { Form, FieldRow } from '../../../ui/form/form.tsx';
import { type Form as FormOf, useForm } from '../../../ui/form/use-form.ts';
import { mbiInput } from '../../../ui/inputs/mbi-input.tsx';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { RemoveButton } from '../../../ui/record-page/remove-button.tsx';
import { useAction } from '../../../data/send/outbox.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { formatDateTime, formatDay } from '../../../text/format.ts';

interface NewStopProps {
  /** The referral of the patient; undefined when the patient is typed. */
  referralId: string | undefined;
  /** The current entries. */
  listed: readonly ReadmissionStop[];
  onClose: () => void;
  onSaved: () => void;
}

export function NewStop({ referralId, ...props }: NewStopProps) {
  const referral = useRead(
    referralsApi.byId,
    referralId === undefined ? null : { query: { id: referralId } },
  );
  if (referralId === undefined) return <NewForm {...props} referral={undefined} />;
  return (
    <Reading of={referral}>{({ ReferralInfo: [found] }) => <NewForm {...props} referral={found} />}</Reading>
  );
}

const reason = NewReadmissionStop.shape.Reason;
/** The form has no default reason, so that a person has to choose one. */
const Typed = NewReadmissionStop.extend({
  Reason: z
    .literal('')
    .or(reason)
    .refine((chosen) => chosen !== '', 'Choose a reason'),
});

type NewFormProps = Omit<NewStopProps, 'referralId'> & { referral: Referral | undefined };

function NewForm({ referral, listed, onClose, onSaved }: NewFormProps) {
  const { FirstName = '', LastName = '', DateOfBirth = '', Mbi = '', Ssn = '' } = referral?.Patient ?? {};
  const form = useForm({
    schema: Typed,
    initial: {
      Patient: { FirstName, LastName, DateOfBirth, Mbi, Ssn },
      Reason: '',
      Note: '',
      EndsOn: null,
      // With the referral's id the server resolves masked numbers.
      ...(referral && { ReferralId: referral.Id }),
    },
    save: readmissionStopsApi.create,
    body: ({ values }) => ({ ...values, Reason: reason.parse(values.Reason) }),
    onSaved,
  });
  const { Field } = form;
  return (
    <Stack>
      <EditorHead title="New entry" onClose={onClose} />
      <Form of={form} submit="Add patient" leaves startsFocused>
        <FieldRow>
          <Field name="Patient.FirstName" label="First name" />
          <Field name="Patient.LastName" label="Last name" />
        </FieldRow>
        <Field name="Patient.DateOfBirth" label="Date of birth" />
        <OnTheList stop={listed.find(({ Patient }) => isSame(Patient, form.values.Patient))} />
        <FieldRow>
          <Field name="Patient.Mbi" label="Medicare number (MBI)">
            {mbiInput}
          </Field>
          <Field name="Patient.Ssn" label="SSN" />
        </FieldRow>
        <Why Field={Field} />
      </Form>
    </Stack>
  );
}

/** Only warns, because two people may share a name and a date of birth. */
function OnTheList({ stop }: { stop: ReadmissionStop | undefined }) {
  return (
    <output>
      {stop && (
        <span className="notice">
          On the list already, since {formatDateTime(stop.Since)}: {stop.Reason}.{' '}
          <Link to="/do-not-readmit" search={{ edit: stop.Id }} className="link">
            Open that entry
          </Link>
        </span>
      )}
    </output>
  );
}

type Named = Pick<ReadmissionStop['Patient'], 'FirstName' | 'LastName' | 'DateOfBirth'>;

const isSame = (one: Named, other: Named) =>
  one.DateOfBirth === other.DateOfBirth &&
  plainName(one.FirstName) === plainName(other.FirstName) &&
  plainName(one.LastName) === plainName(other.LastName);

interface ChangedStopProps {
  stop: ReadmissionStop;
  onClose: () => void;
  onGone: () => void;
}

export function ChangedStop({ stop, onClose, onGone }: ChangedStopProps) {
  const { Reason, Note, EndsOn, Patient } = stop;
  const form = useForm({
    schema: ReadmissionStopEdit,
    initial: { Reason, Note, EndsOn },
    record: stop,
    update: readmissionStopsApi.update,
  });
  const { Field } = form;
  return (
    <Stack>
      <EditorHead title={`${Patient.LastName}, ${Patient.FirstName}`} onClose={onClose} />
      <p className="soft">
        Born {formatDay(Patient.DateOfBirth)}
        {Patient.Mbi !== '' && `, MBI ${Patient.Mbi}`}
        {Patient.Ssn !== '' && `, SSN ${Patient.Ssn}`}. Added by {stop.By.FullName} on{' '}
        {formatDateTime(stop.Since)}.
      </p>
      <Form of={form} submit="Save" aside={<Remove stop={stop} onGone={onGone} />}>
        <Why Field={Field} />
      </Form>
    </Stack>
  );
}

type WhyFields = Pick<FormOf<z.input<typeof ReadmissionStopEdit>>, 'Field'>;

function Why({ Field }: WhyFields) {
  return (
    <>
      <FieldRow>
        <Field name="Reason" hint="Intake sees this." />
        <Field name="EndsOn" label="Until" hint="Leave blank for no end date." />
      </FieldRow>
      <Field name="Note" hint="For managers only." />
    </>
  );
}

function Remove({ stop: { Id, Etag, Patient }, onGone }: Pick<ChangedStopProps, 'stop' | 'onGone'>) {
  const { FirstName, LastName } = Patient;
  const remove = useAction(readmissionStopsApi.remove, { onSuccess: onGone });
  return (
    <RemoveButton
      label="Remove…"
      title={`Remove ${FirstName} ${LastName} from the list?`}
      sure="Remove from the list"
      isPending={remove.isPending}
      onRemove={() => void remove.run({ body: { Id, Etag } })}
    >
      <p>Referrals for this patient no longer show the warning.</p>
    </RemoveButton>
  );
}
