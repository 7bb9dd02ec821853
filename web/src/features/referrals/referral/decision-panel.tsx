import { Button, Modal, Select, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import * as z from 'zod';
import { type DeclineReason, isOffered } from '@handoff/shared/domain/agency/list-settings';
import type { Decision } from '@handoff/shared/domain/referral/referral';
import { DecisionMark } from '../referral-cells.tsx';
import { Form as FormOf } from '../../../components/form/form.tsx';
import { type Form, useForm } from '../../../components/form/use-form.ts';
import styles from './tabs.module.css';

interface DecisionPanelProps {
  decision: Decision;
  /** Of the agency's list. */
  reasons: readonly DeclineReason[];
  mayEdit: boolean;
  isPending: boolean;
  onDecide: (decision: Decision) => Promise<boolean>;
}

export function DecisionPanel({ decision, reasons, mayEdit, isPending, onDecide }: DecisionPanelProps) {
  const [isDeclining, setDeclining] = useState(false);
  const isOpen = decision.Kind === 'Pending';
  const field = useRef<HTMLFieldSetElement>(null);
  // The button that was pressed is gone after the decision: focus must not fall back to the page's top.
  const catchFocus = () => {
    if (document.activeElement === document.body) field.current?.focus();
  };
  const decide = async (wanted: Decision) => {
    await onDecide(wanted);
    requestAnimationFrame(catchFocus);
  };
  return (
    <fieldset ref={field} tabIndex={-1} className={styles['decisionField']}>
      <VisuallyHidden component="legend">Decision</VisuallyHidden>
      <div className={styles['decisionLine']}>
        {!(isOpen && mayEdit) && <DecisionMark decision={decision} />}
        {decision.Kind === 'Declined' && <span className="soft">{reasonName(decision.Reason, reasons)}</span>}
        {mayEdit && isOpen && (
          <>
            <Button
              size="sm"
              leftSection={<IconCheck size={16} aria-hidden="true" />}
              aria-busy={isPending}
              onClick={() => void decide({ Kind: 'Accepted', Reason: '', Comment: '' })}
            >
              Accept
            </Button>
            <Button
              size="sm"
              variant="default"
              leftSection={<IconX size={16} aria-hidden="true" />}
              onClick={() => setDeclining(true)}
            >
              Decline…
            </Button>
          </>
        )}
        {mayEdit && !isOpen && (
          <button
            type="button"
            className="text-button"
            onClick={() => void decide({ Kind: 'Pending', Reason: '', Comment: '' })}
          >
            Reopen
          </button>
        )}
      </div>
      <DeclineDialog
        isOpen={isDeclining}
        onClose={() => setDeclining(false)}
        onClosed={catchFocus}
        {...{ reasons, onDecide }}
      />
    </fieldset>
  );
}

const reasonName = (id: string, reasons: readonly DeclineReason[]) =>
  reasons.find(({ Id }) => Id === id)?.Name ?? id;

const Decline = z.object({
  Reason: z.string().min(1, 'Choose why the referral is declined'),
  Comment: z.string().trim().max(1000),
});

interface DeclineDialogProps {
  reasons: readonly DeclineReason[];
  isOpen: boolean;
  onClose: () => void;
  /** After it has gone from the screen. */
  onClosed: () => void;
  onDecide: (decision: Decision) => Promise<boolean>;
}

function DeclineDialog({ isOpen, onClose, onClosed, ...props }: DeclineDialogProps) {
  return (
    <Modal opened={isOpen} onClose={onClose} onExitTransitionEnd={onClosed} title="Decline this referral">
      <DeclineForm {...props} onClose={onClose} />
    </Modal>
  );
}

function DeclineForm({ reasons, onDecide, onClose }: Omit<DeclineDialogProps, 'isOpen' | 'onClosed'>) {
  const form: Form<z.input<typeof Decline>> = useForm({
    schema: Decline,
    initial: { Reason: '', Comment: '' },
    save: async ({ values }) => ((await onDecide({ Kind: 'Declined', ...values })) ? values : undefined),
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
    </FormOf>
  );
}
