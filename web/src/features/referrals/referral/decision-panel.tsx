import { Button, Group, Modal, Select, Stack, Textarea, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconX } from '@tabler/icons-react';
import { useRef, useState } from 'react';
import { type DeclineReason, isOffered } from '@handoff/shared/domain/agency/list-settings';
import type { Decision } from '@handoff/shared/domain/referral/referral';
import { DecisionMark } from '../referral-cells.tsx';
import { useForm } from '@mantine/form';

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
    <fieldset ref={field} tabIndex={-1} className="decision-field">
      <VisuallyHidden component="legend">Decision</VisuallyHidden>
      <div className="decision-line">
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
        {...{ reasons, isPending, onDecide }}
      />
    </fieldset>
  );
}

const reasonName = (id: string, reasons: readonly DeclineReason[]) =>
  reasons.find(({ Id }) => Id === id)?.Name ?? id;

interface DeclineDialogProps {
  reasons: readonly DeclineReason[];
  isOpen: boolean;
  isPending: boolean;
  onClose: () => void;
  /** After it has gone from the screen. */
  onClosed: () => void;
  onDecide: (decision: Decision) => Promise<boolean>;
}

function DeclineDialog({ reasons, isOpen, isPending, onClose, onClosed, onDecide }: DeclineDialogProps) {
  const form = useForm<{ reason: string | null; comment: string }>({
    initialValues: { reason: null, comment: '' },
    validate: { reason: (reason) => (reason === null ? 'Choose why the referral is declined' : null) },
  });

  async function decline({ reason, comment }: typeof form.values) {
    if (reason === null || !(await onDecide({ Kind: 'Declined', Reason: reason, Comment: comment }))) return;
    form.reset();
    onClose();
  }

  return (
    <Modal opened={isOpen} onClose={onClose} onExitTransitionEnd={onClosed} title="Decline this referral">
      <form onSubmit={form.onSubmit((values) => void decline(values))} noValidate>
        <Stack gap="sm">
          <Select
            label="Reason"
            placeholder="Choose a reason"
            withAsterisk
            data-autofocus
            data={reasons.filter(isOffered).map(({ Id, Name }) => ({ value: Id, label: Name }))}
            {...form.getInputProps('reason')}
          />
          <Textarea label="Comment" rows={3} maxLength={1000} {...form.getInputProps('comment')} />
          <p className="soft small">
            Everyone in this agency sees the reason and the comment in the activity.
          </p>
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Decline the referral
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
