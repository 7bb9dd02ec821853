import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Decision } from '@handoff/shared/domain/referral/referral';
import { CheckIcon, CrossIcon } from '../../components/icons.tsx';
import { DeclineDialog } from './decline-dialog.tsx';
import { DecisionMark } from './referral-cells.tsx';

interface DecisionPanelProps {
  decision: Decision;
  mayEdit: boolean;
  isPending: boolean;
  onDecide: (decision: Decision) => Promise<boolean>;
}

export function DecisionPanel({ decision, mayEdit, isPending, onDecide }: DecisionPanelProps) {
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
    <fieldset ref={field} tabIndex={-1} className="state-field decision-field">
      <legend className="state-label">Decision</legend>
      <div className="decision-line">
        {!(isOpen && mayEdit) && <DecisionMark decision={decision} />}
        {decision.Kind === 'Declined' && <span className="soft">{decision.Reason}</span>}
        {mayEdit && isOpen && (
          <>
            <Button
              size="sm"
              leftSection={<CheckIcon size={16} />}
              aria-busy={isPending}
              onClick={() => void decide({ Kind: 'Accepted', Reason: '', Comment: '' })}
            >
              Accept
            </Button>
            <Button
              size="sm"
              variant="default"
              leftSection={<CrossIcon size={16} />}
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
        {...{ isPending, onDecide }}
      />
    </fieldset>
  );
}
