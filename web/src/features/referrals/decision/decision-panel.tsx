import { Button, Group, VisuallyHidden } from '@mantine/core';
import { IconCheck, IconFlag, IconThumbUp, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import type { ConfiguredStatus, DeclineReason } from '@handoff/shared/domain/agency/list-settings';
import { type Decision, type Referral, undecided } from '@handoff/shared/domain/referral/referral';
import { useCurrentPerson } from '../../../data/current-person.ts';
import { formatDateTime } from '../../../text/format.ts';
import { DecisionMark } from '../referral-cells.tsx';
import type { ReferralUpdate } from '../edit/use-update-referral.ts';
import { accepted, useDecide } from './decide.ts';
import { DeclineDialog } from './decline-dialog.tsx';
import { focusIfLost } from '../../../ui/page-focus.ts';
import styles from '../record/referral-rail.module.css';

interface DecisionPanelProps {
  referral: Referral;
  /** The agency's list. */
  reasons: readonly DeclineReason[];
  statuses: readonly ConfiguredStatus[];
  mayEdit: boolean;
  isPending: boolean;
  save: ReferralUpdate['save'];
  /** Called once a decision is saved. */
  onDecided: (kind: 'Accepted' | 'Declined') => void;
  /** Names of the checks that did not succeed. */
  unsettled: readonly string[];
  isDeclining: boolean;
  onDecline: (isDeclining: boolean) => void;
}

export function DecisionPanel(props: DecisionPanelProps) {
  const { referral, reasons, statuses, mayEdit, isPending, save, unsettled, isDeclining } = props;
  const { onDecided, onDecline } = props;
  const { Decision: decision } = referral;
  const isOpen = decision.Kind === 'Pending';
  const field = useRef<HTMLFieldSetElement>(null);
  const { decide } = useDecide();
  const send = async (wanted: Decision) => {
    const Decision = await decide({ referrals: [referral], decision: wanted });
    const failure = Decision && (await save(referral, { Decision }));
    if (Decision && !failure && wanted.Kind !== 'Pending') onDecided(wanted.Kind);
    // The pressed button disappears after the decision.
    requestAnimationFrame(() => focusIfLost(field.current));
  };
  return (
    <>
      <fieldset ref={field} tabIndex={-1} className={styles['decisionField']}>
        <VisuallyHidden component="legend">Decision</VisuallyHidden>
        <Group gap="sm" className={styles['decisionLine'] ?? ''}>
          {!(isOpen && mayEdit) && <DecisionMark decision={decision} />}
          <DeclineReasonOf decision={decision} reasons={reasons} />
          {mayEdit && isOpen && (
            <>
              <Button
                variant="filled"
                leftSection={<IconCheck size={16} aria-hidden="true" />}
                aria-busy={isPending}
                onClick={() => void send(accepted)}
              >
                Accept
              </Button>
              <Button leftSection={<IconX size={16} aria-hidden="true" />} onClick={() => onDecline(true)}>
                Decline…
              </Button>
            </>
          )}
          {mayEdit && !isOpen && (
            <button type="button" className="text-button" onClick={() => void send(undecided)}>
              Reopen
            </button>
          )}
        </Group>
        {mayEdit && isOpen && <Unsettled names={unsettled} />}
        <TransferLine referral={referral} />
        <DeclineDialog
          isOpen={isDeclining}
          onClose={() => onDecline(false)}
          onClosed={() => focusIfLost(field.current)}
          onDeclined={() => onDecided('Declined')}
          {...{ referral, reasons, statuses, save }}
        />
      </fieldset>
      <Marks {...props} />
    </>
  );
}

function DeclineReasonOf({ decision, reasons }: { decision: Decision; reasons: readonly DeclineReason[] }) {
  const { Kind, Reason, HandedTo, Comment } = decision;
  if (Kind !== 'Declined') return null;
  return (
    <span className="soft">
      {reasonName(Reason, reasons)}
      {HandedTo !== '' && `, sent to ${HandedTo}`}
      {Comment !== '' && <span className={styles['small']}> “{Comment}”</span>}
    </span>
  );
}

/** Tells what someone who accepts now accepts with it. */
function Unsettled({ names }: { names: readonly string[] }) {
  if (names.length === 0) return null;
  return (
    <p className={styles['unsettled']}>
      Still open: {names.join(', ')}. You can accept and settle this later.
    </p>
  );
}

/** Stays after a reopening, because the other agency still has its copy. */
function TransferLine({ referral: { Transfer } }: Pick<DecisionPanelProps, 'referral'>) {
  const { domains } = useCurrentPerson();
  if (!Transfer) return null;
  const { Agency, At, By, ReferralId } = Transfer;
  const isMine = domains.some(({ Id }) => Id === Agency.Id);
  return (
    <p className={styles['small']}>
      Transferred to <b>{Agency.Name}</b> {formatDateTime(At)} by {By.FullName},{' '}
      {ReferralId === undefined ? 'on its way.' : 'received there.'}{' '}
      {isMine && ReferralId !== undefined && (
        <a href={`/referrals/${ReferralId}?domain=${encodeURIComponent(Agency.Id)}`} className="link">
          Open it there
        </a>
      )}
    </p>
  );
}

const reasonName = (id: string, reasons: readonly DeclineReason[]) =>
  reasons.find(({ Id }) => Id === id)?.Name ?? id;

/** Marks that can be set before the decision: interest and priority. */
function Marks({ referral, mayEdit, save }: DecisionPanelProps) {
  const { Interested = false, Priority = false, Decision: decision } = referral;
  if (!mayEdit) return null;
  return (
    <Group gap="sm" align="stretch" className={styles['marks'] ?? ''}>
      {decision.Kind === 'Pending' && (
        <button
          type="button"
          aria-pressed={Interested}
          onClick={() => void save(referral, { Interested: !Interested })}
        >
          <IconThumbUp size={16} aria-hidden="true" /> Interested
        </button>
      )}
      <button
        type="button"
        aria-pressed={Priority}
        onClick={() => void save(referral, { Priority: !Priority })}
      >
        <IconFlag size={16} aria-hidden="true" /> Priority
      </button>
    </Group>
  );
}
