import { Button } from '@mantine/core';
import { IconAlertTriangle, IconArrowMerge, IconLink, IconLinkOff, IconX } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { ConfiguredStatus } from '@handoff/shared/domain/agency/list-settings';
import type { ReferralChecks } from '@handoff/shared/domain/referral/referral-checks';
import { ageOf, formatDateTime } from '../../../text/format.ts';
import { showOffer } from '../../../data/toasts.ts';
import { patientName, StatusOf } from '../referral-cells.tsx';
import styles from './look-alikes.module.css';

export type LookAlike = ReferralChecks['Duplicates']['Found'][number];

/** A person's decisions about possible duplicates. */
export interface Likenesses {
  earlier: string | null;
  dismissed: readonly string[];
}

interface LookAlikesProps extends Likenesses {
  found: readonly LookAlike[];
  statuses: readonly ConfiguredStatus[];
  /** Undefined for people who may only view. */
  onChange?: (change: (former: Likenesses) => Likenesses) => void;
  /** Undefined while there is nothing to merge yet. */
  onMerge?: (other: LookAlike) => void;
  /** Set where opening a link must not leave unsaved text. */
  opensTab?: boolean;
}

/** Possible duplicates of this referral. They only warn, and a dismissed one stays dismissed. */
export function LookAlikes({ found, statuses, onMerge, opensTab, ...likenesses }: LookAlikesProps) {
  const { earlier, dismissed, onChange } = likenesses;
  const heading = useRef<HTMLHeadingElement>(null);
  // Two patients with one number are shown until a number is corrected.
  const shown = found.filter(
    ({ ReferralId, Conflict }) => Conflict !== undefined || !dismissed.includes(ReferralId),
  );
  const isGone = useRef(false);
  useEffect(() => {
    if (isGone.current) heading.current?.focus();
    isGone.current = false;
  });
  if (shown.length === 0) return null;

  function dismiss(id: string) {
    isGone.current = true;
    onChange?.((former) => ({ ...former, dismissed: [...former.dismissed, id] }));
    showOffer({
      text: 'Marked as a different patient.',
      button: 'Undo',
      onTake: () =>
        onChange?.((former) => ({ ...former, dismissed: former.dismissed.filter((each) => each !== id) })),
    });
  }

  return (
    <section className={styles['card']} aria-labelledby="look-alikes-title">
      <h3 id="look-alikes-title" ref={heading} tabIndex={-1}>
        <IconAlertTriangle size={16} aria-hidden="true" />
        {headingOf(shown)}
      </h3>
      <ul>
        {shown.map((other) => {
          const { ReferralId, ReceivedAt, StatusId, Reasons } = other;
          return (
            <li key={ReferralId}>
              <div className={styles['line']}>
                <Link
                  to="/referrals/$id"
                  params={{ id: ReferralId }}
                  className="link"
                  {...(opensTab === true && { target: '_blank' })}
                >
                  Received {formatDateTime(ReceivedAt)}
                </Link>
                <StatusOf id={StatusId} statuses={statuses} />
                <span className={styles['points']}>{likelihoodOf(other)}</span>
              </div>
              {other.Conflict !== undefined && (
                <p className={styles['conflict']}>
                  <b>{other.Conflict}</b> Compare both with the patients’ cards.
                </p>
              )}
              <p className={styles['facts']}>{factsOf(other)}</p>
              <ul className={styles['reasons']}>
                {Reasons.map((reason) => (
                  <li key={reason}>{reason}</li>
                ))}
              </ul>
              {onChange && (
                <div className={styles['actions']}>
                  <LinkButton
                    isLinked={earlier === ReferralId}
                    onChange={(isLinked) =>
                      onChange((former) => ({ ...former, earlier: isLinked ? ReferralId : null }))
                    }
                  />
                  {onMerge && (
                    <Button
                      size="compact-sm"
                      leftSection={<IconArrowMerge size={16} aria-hidden="true" />}
                      onClick={() => onMerge(other)}
                    >
                      Merge…
                    </Button>
                  )}
                  {!dismissed.includes(ReferralId) && (
                    <Button
                      size="compact-sm"
                      variant="subtle"
                      leftSection={<IconX size={16} aria-hidden="true" />}
                      onClick={() => dismiss(ReferralId)}
                    >
                      Different patient
                    </Button>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <p className={styles['rule']}>
        This is only a warning. A different patient is not shown again, unless both have one number.
      </p>
    </section>
  );
}

function headingOf(shown: readonly LookAlike[]): string {
  if (shown.some(({ Conflict }) => Conflict !== undefined)) return 'One number, two patients';
  return shown.some(({ Likelihood }) => Likelihood === 'probable')
    ? 'Likely duplicate'
    : 'Possible duplicate';
}

function likelihoodOf({ Conflict, Likelihood }: LookAlike): string {
  if (Conflict !== undefined) return 'Another patient, by name and birth';
  return `${Likelihood === 'probable' ? 'Very likely' : 'Possibly'} the same patient`;
}

/** "Pretendez, Raymundo, 77, from Demo Family Practice, Bea Crossdemo, declined". */
export function factsOf({ Patient, Source, Owner, Decision }: LookAlike): string {
  const facts = [
    patientName({ Patient }),
    ageOf(Patient.DateOfBirth),
    `from ${Source.Organization === '' ? Source.Kind.toLowerCase() : Source.Organization}`,
    Owner === null ? 'no owner' : `owner ${Owner.FullName}`,
    Decision.Kind.toLowerCase(),
  ];
  return facts.filter((fact) => fact !== '').join(', ');
}

interface KeptApartProps extends Pick<Likenesses, 'dismissed'> {
  /** Undefined for people who may only view. */
  onChange?: LookAlikesProps['onChange'];
}

/** A dismissal can be undone at any time. */
export function KeptApart({ dismissed, onChange }: KeptApartProps) {
  if (dismissed.length === 0) return null;
  return (
    <ul className={styles['apart']} aria-label="Different patients">
      {dismissed.map((id) => (
        <li key={id}>
          Not the same patient as in{' '}
          <Link to="/referrals/$id" params={{ id }} className="link">
            another referral
          </Link>
          .{' '}
          {onChange && (
            <button
              type="button"
              className="text-button"
              onClick={() =>
                onChange((former) => ({
                  ...former,
                  dismissed: former.dismissed.filter((each) => each !== id),
                }))
              }
            >
              Undo
            </button>
          )}
        </li>
      ))}
    </ul>
  );
}

function LinkButton({ isLinked, onChange }: { isLinked: boolean; onChange: (isLinked: boolean) => void }) {
  const Icon = isLinked ? IconLinkOff : IconLink;
  return (
    <Button
      size="compact-sm"
      aria-pressed={isLinked}
      leftSection={<Icon size={16} aria-hidden="true" />}
      onClick={() => onChange(!isLinked)}
    >
      {isLinked ? 'Linked as readmission' : 'Link as readmission'}
    </Button>
  );
}
