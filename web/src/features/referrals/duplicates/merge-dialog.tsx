import { useNavigate } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import * as z from 'zod';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { referralRetentionApi } from '@handoff/shared/contract/referrals/referral-retention';
import type { Output } from '@handoff/shared/contract/endpoint';
import { ClinicalField } from '@handoff/shared/domain/person/clinical-block';
import { clinicalLabel } from '@handoff/shared/domain/person/clinical-labels';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import { rowsOf } from '@handoff/shared/domain/referral/referral-field-table';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { Form as FormOf } from '../../../ui/form/form.tsx';
import { FormDialog } from '../../../ui/form/form-dialog.tsx';
import { useOwnForm } from '../../../ui/form/use-form.ts';
import { useAction } from '../../../data/send/outbox.ts';
import { formatDateTime, formatDay, plural } from '../../../text/format.ts';
import { Reading } from '../../../ui/feedback/reading.tsx';
import { valueText } from '../../../text/labels/change-labels.ts';
import { useRead } from '../../../data/records/use-read.ts';
import { showOffer } from '../../../data/toasts.ts';
import { useSettings } from '../../../data/use-settings.ts';
import type { LookAlike } from './look-alikes.tsx';
import { addressLine, patientName } from '../referral-cells.tsx';
import styles from './merge.module.css';

interface MergeDialogProps {
  referral: Referral;
  /** The possible duplicate. */
  other: LookAlike;
  onClose: () => void;
}

/** Merges two referrals; the person chooses which one stays. */
export function MergeDialog(props: MergeDialogProps) {
  const { referral, other, onClose } = props;
  const own = useRead(referralsApi.byId, { query: { id: referral.Id } });
  const theirs = useRead(referralsApi.byId, { query: { id: other.ReferralId } });
  return (
    <FormDialog onClose={onClose} title={`Merge two referrals of ${patientName(referral)}`}>
      <Reading of={theirs} lines={6}>
        {(found) => own.data && <MergeForm {...props} own={own.data} theirs={found} />}
      </Reading>
    </FormDialog>
  );
}

type Found = Output<typeof referralsApi.byId>;

interface MergeFormProps extends MergeDialogProps {
  own: Found;
  theirs: Found;
}

function MergeForm({ referral, other, own, theirs, onClose }: MergeFormProps) {
  const navigate = useNavigate();
  const merge = useAction(referralRetentionApi.merge);
  const restore = useAction(referralRetentionApi.restore);
  const describe = useDescription();
  const [mine, others] = [describe(own), describe(theirs)];
  const [keep, setKeep] = useState(fullness(others) > fullness(mine) ? other.ReferralId : referral.Id);
  const gone = keep === referral.Id ? other.ReferralId : referral.Id;
  const both = [
    { Id: referral.Id, ReceivedAt: referral.ReceivedAt, name: 'This referral' },
    { Id: other.ReferralId, ReceivedAt: other.ReceivedAt, name: 'The other one' },
  ];
  const form = useOwnForm({
    schema: z.object({}),
    initial: {},
    async save() {
      const merged = await merge.run({ body: { Id: gone, Into: keep } });
      return merged.ok ? merged.output : undefined;
    },
    onSaved({ PurgeAt }) {
      onClose();
      if (keep !== referral.Id) void navigate({ to: '/referrals/$id', params: { id: keep } });
      showOffer({
        text: `The referrals were merged. This can be undone until ${formatDateTime(PurgeAt)}.`,
        button: 'Undo',
        onTake: () => void restore.run({ body: { Id: gone } }),
      });
    },
  });
  return (
    <FormOf of={form} submit="Merge" leaves isUnsaved={() => false}>
      <fieldset className={styles['choice']}>
        <legend>Which one do you keep?</legend>
        <div className={styles['columns']}>
          <span />
          {both.map(({ Id, name, ReceivedAt }) => (
            <label key={Id}>
              <input type="radio" name="keep" checked={keep === Id} onChange={() => setKeep(Id)} />
              <span>
                <b>{name}</b>
                <br />
                received {formatDateTime(ReceivedAt)}
              </span>
            </label>
          ))}
          {mine.map(({ label, value }, index) => {
            const theirValue = others[index]?.value ?? '';
            return (
              (label === HAS || value !== theirValue) && (
                <Fragment key={label}>
                  <span className="soft">{label}</span>
                  <span>{value || '–'}</span>
                  <span>{theirValue || '–'}</span>
                </Fragment>
              )
            );
          })}
        </div>
      </fieldset>
      <p className="soft small">
        The one you keep gets the documents, notes and eligibility checks of the other one, the phone, numbers
        and payers it lacks, and a note with what is different. The other one is deleted; this can be undone
        for 30 days.
      </p>
    </FormOf>
  );
}

const HAS = 'Has';

interface Described {
  label: string;
  value: string;
}

/** Lists the compared fields in the order of the page; equal values are left out later. */
function useDescription() {
  const { statuses, serviceNames } = useSettings();
  return ({ ReferralInfo: [referral], ReferralDocuments, ReferralNotes }: Found): Described[] => {
    if (!referral) return [];
    const {
      Patient,
      Address,
      Payers,
      Services,
      Source,
      ClinicalSummary,
      Clinical,
      Owner,
      Decision,
      StatusId,
    } = referral;
    return [
      {
        label: HAS,
        value: `${plural(ReferralDocuments.length, 'document')}, ${plural(ReferralNotes.length, 'note')}`,
      },
      { label: 'Name', value: patientName(referral) },
      { label: 'Born', value: formatDay(Patient.DateOfBirth) },
      { label: 'Phone', value: formatPhone(Patient.Phone) },
      { label: 'MBI', value: Patient.Mbi },
      { label: 'SSN', value: Patient.Ssn },
      { label: 'Address', value: addressLine(Address) },
      {
        label: 'Payers',
        value: Payers.map(({ Name, Plan }) => [Name, Plan].filter(Boolean).join(', ')).join('; '),
      },
      { label: 'Services', value: serviceNames(Services).join(', ') },
      { label: 'Source', value: Source.Organization || Source.Kind },
      ...(['Patient', 'Address', 'Source'] as const)
        .flatMap((part) => rowsOf('merge', part, referral))
        .map(({ label, path, text }) => ({ label, value: valueText(path, text, undefined) })),
      { label: 'Summary', value: ClinicalSummary },
      ...ClinicalField.options.map((field) => ({
        label: clinicalLabel(field),
        value: valueText(`Clinical.${field}`, Clinical[field], undefined),
      })),
      { label: 'Owner', value: Owner?.FullName ?? '' },
      { label: 'Status', value: statuses.find(({ Id }) => Id === StatusId)?.Name ?? StatusId },
      { label: 'Decision', value: Decision.Kind },
    ];
  };
}

/** Counts what a referral has; documents and notes count each. */
const fullness = (described: readonly Described[]): number =>
  described.reduce(
    (sum, { label, value }) =>
      sum +
      (label === HAS
        ? (value.match(/\d+/g) ?? []).reduce((all, each) => all + Number(each), 0)
        : Number(value !== '')),
    0,
  );
