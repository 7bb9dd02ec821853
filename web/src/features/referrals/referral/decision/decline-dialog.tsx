import { Button, Modal, Select } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useId } from 'react';
import * as z from 'zod';
import { api } from '@handoff/shared/contract/api';
import { type PartnerSuggestion, suggestPartners } from '@handoff/shared/domain/agency/coverage';
import {
  type ConfiguredStatus,
  type DeclineReason,
  isOffered,
} from '@handoff/shared/domain/agency/list-settings';
import { formatPhone } from '@handoff/shared/domain/person/contact';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { statusAfterDecision } from '@handoff/shared/domain/referral/status-rules';
import { Form as FormOf } from '../../../../components/form/form.tsx';
import { type Form, useForm } from '../../../../components/form/use-form.ts';
import { useWholeList } from '../../../../lib/api/use-pages.ts';
import { useCurrentPerson } from '../../../../lib/current-person.ts';
import type { ReferralEdit } from '../../edit/use-update-referral.ts';
import styles from './decline-dialog.module.css';

const Decline = z.object({
  Reason: z.string().min(1, 'Choose why the referral is declined'),
  Comment: z.string().trim().max(1000),
  /** The name of an agency; empty: none. */
  HandedTo: z.string().max(120),
});

interface DeclineDialogProps {
  referral: Referral;
  reasons: readonly DeclineReason[];
  statuses: readonly ConfiguredStatus[];
  isOpen: boolean;
  onClose: () => void;
  /** After it has gone from the screen. */
  onClosed: () => void;
  onChange: (edit: ReferralEdit) => Promise<boolean>;
}

export function DeclineDialog({ isOpen, onClose, onClosed, ...props }: DeclineDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} onExitTransitionEnd={onClosed} title="Decline this referral">
      <DeclineForm {...props} onClose={onClose} />
    </Modal>
  );
}

type DeclineFormProps = Omit<DeclineDialogProps, 'isOpen' | 'onClosed'>;

function DeclineForm({ referral, reasons, statuses, onChange, onClose }: DeclineFormProps) {
  const suggestions = useSuggestions(referral);
  const form: Form<z.input<typeof Decline>> = useForm({
    schema: Decline,
    initial: { Reason: '', Comment: '', HandedTo: '' },
    save: async ({ values }) =>
      (await onChange({ Decision: { Kind: 'Declined', ...values } })) ? values : undefined,
    onSaved: onClose,
  });
  return (
    <FormOf
      of={form}
      submit="Decline the referral"
      leaves
      aside={
        <Button variant="default" onClick={onClose}>
          Cancel
        </Button>
      }
    >
      <form.Field name="Reason">
        {({ value: _value, ...control }) => (
          <Select
            {...control}
            placeholder="Choose a reason"
            data-autofocus
            data={reasons.filter(isOffered).map(({ Id, Name }) => ({ value: Id, label: Name }))}
            value={form.values.Reason || null}
            onChange={(chosen) => control.onChange(chosen ?? '')}
          />
        )}
      </form.Field>
      <form.Field
        name="Comment"
        hint="Everyone in this agency sees the reason and the comment in the activity."
      />
      {suggestions.length > 0 && (
        <form.Field name="HandedTo" label="Send the patient to">
          {({ label, value, onChange: choose }) => (
            <Suggestions {...{ label, suggestions }} chosen={String(value)} onChoose={choose} />
          )}
        </form.Field>
      )}
      <Consequence referral={referral} statuses={statuses} />
    </FormOf>
  );
}

const MOST_SUGGESTIONS = 4;

/** Agencies that take patients at this address, the likeliest first. */
function useSuggestions({ Address, Payers }: Referral): PartnerSuggestion[] {
  const partners = useWholeList(api.partners.list, { query: {} }, (answer) => answer.PartnersInfo).data;
  const areas = useWholeList(api.serviceAreas.list, { query: {} }, (answer) => answer.ServiceAreasInfo).data;
  const contracts = useWholeList(
    api.contractedPayers.list,
    { query: {} },
    (answer) => answer.ContractedPayersInfo,
  ).data;
  if (!partners || !areas || !contracts) return [];
  const wanted = { place: Address, payers: Payers };
  return suggestPartners(wanted, { partners, areas, contracts }).slice(0, MOST_SUGGESTIONS);
}

interface SuggestionsProps {
  label: string;
  suggestions: readonly PartnerSuggestion[];
  /** A name; empty: none. */
  chosen: string;
  onChoose: (name: string) => void;
}

function Suggestions({ label, suggestions, chosen, onChoose }: SuggestionsProps) {
  const group = useId();
  const options = [
    ...suggestions.map(({ partner: { Name, Phone }, takesPayer }) => ({
      name: Name,
      words: [
        'serves this address',
        takesPayer ? 'takes the payer' : 'payer not known',
        formatPhone(Phone),
      ].filter((part) => part !== ''),
    })),
    { name: '', words: [] },
  ];
  return (
    <fieldset className={styles['suggestions']}>
      <legend>{label}</legend>
      {options.map(({ name, words }) => (
        <label key={name}>
          <input type="radio" name={group} checked={chosen === name} onChange={() => onChoose(name)} />
          <span>
            <b>{name || 'No agency'}</b>
            {words.length > 0 && <span className={styles['words']}>{words.join(' · ')}</span>}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

/** Whom the decision reaches, and where the work stands after it. */
function Consequence({ referral, statuses }: Pick<DeclineDialogProps, 'referral' | 'statuses'>) {
  const me = useCurrentPerson();
  const { CreatedBy, StatusId } = referral;
  const to = statusAfterDecision({
    statuses,
    documentTypes: [],
    documents: new Set(),
    from: StatusId,
    decision: 'Declined',
  });
  const name = statuses.find(({ Id }) => Id === to)?.Name ?? '';
  return (
    <p className={styles['consequence']}>
      <IconSend size={16} aria-hidden="true" />
      <span>
        {CreatedBy.Id === me.id ? (
          'You recorded this referral, so no one is notified. '
        ) : (
          <>
            Notifies <b>{CreatedBy.FullName}</b>, who recorded it.{' '}
          </>
        )}
        The status {to === StatusId ? 'stays' : 'becomes'} <b>{name}</b>. Nothing is sent outside this agency.
      </span>
    </p>
  );
}
