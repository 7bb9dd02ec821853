import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Decision } from '@handoff/shared/domain/referral';
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
  return (
    <fieldset className="state-field decision-field">
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
              onClick={() => void onDecide({ Kind: 'Accepted', Reason: '', Comment: '' })}
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
            onClick={() => void onDecide({ Kind: 'Pending', Reason: '', Comment: '' })}
          >
            Reopen
          </button>
        )}
      </div>
      <DeclineDialog isOpen={isDeclining} onClose={() => setDeclining(false)} {...{ isPending, onDecide }} />
    </fieldset>
  );
}
