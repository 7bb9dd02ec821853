import { Stack } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { duplicateWords, type ReferralChecks } from '@handoff/shared/domain/referral/referral-checks';
import { CheckGlyph, type CheckState } from '../../../ui/check-glyph.tsx';
import { factsOf, type Likenesses } from '../duplicates/look-alikes.tsx';
import { widths } from '../../../ui/theme/style-sheets.ts';
import { stateOfUnchecked } from '../fit-rows.tsx';
import { stateOf, stateWords } from '../referral-cells.tsx';
import styles from './check-line.module.css';

interface CheckLineProps {
  checks: Omit<ReferralChecks, 'ReferralId'>;
  likenesses: Likenesses;
}

/** Stays in view beside a fax and on a phone, where the list of checks is below the form: one notice and one line. */
export function CheckLine(props: CheckLineProps) {
  const isPhone = useMediaQuery(widths.phone, undefined, { getInitialValueInEffect: false });
  return (
    <Stack gap="xs" className={styles['top'] ?? ''}>
      <DuplicateNotice {...props} />
      {!isPhone && <ShortChecks checks={props.checks} />}
    </Stack>
  );
}

function DuplicateNotice({ checks: { Duplicates }, likenesses: { dismissed } }: CheckLineProps) {
  const [nearest] = Duplicates.Found.filter(({ ReferralId }) => !dismissed.includes(ReferralId));
  return (
    nearest && (
      <output className={`message ${styles['notice']}`} data-tone="plain">
        <IconAlertTriangle size={16} aria-hidden="true" />
        <span>
          <b>{duplicateWords(nearest)}:</b> {factsOf(nearest)}
        </span>
        <Link to="/referrals/$id" params={{ id: nearest.ReferralId }} className="link" target="_blank">
          Open beside
        </Link>
      </output>
    )
  );
}

/** On a phone the line is in the bar of the save button, and there from the start, so that no field moves under it. */
export function PhoneChecks({ checks }: { checks: CheckLineProps['checks'] | undefined }) {
  const isPhone = useMediaQuery(widths.phone, undefined, { getInitialValueInEffect: false });
  return isPhone ? <ShortChecks checks={checks} /> : null;
}

function ShortChecks({ checks }: { checks: CheckLineProps['checks'] | undefined }) {
  return (
    <ul className={styles['line']} aria-label="Checks in short">
      {partsOf(checks).map(([words, state]) => (
        <li key={words} title={stateWords[state]}>
          <CheckGlyph state={state} />
          {words}
        </li>
      ))}
    </ul>
  );
}

function partsOf(checks: CheckLineProps['checks'] | undefined): [words: string, state: CheckState][] {
  if (!checks) return ['Area', 'Payer', 'Documents', 'Eligibility'].map((name) => [name, 'unknown']);
  const { Area, Payer, Documents, Eligibility } = checks;
  const there = Documents.Total - Documents.Missing.length;
  return [
    ['Area', stateOf(Area, 'no')],
    ['Payer', stateOf(Payer, 'no')],
    [
      Documents.Total === 0 ? 'Documents' : `Documents ${there} of ${Documents.Total}`,
      stateOf(Documents, 'look'),
    ],
    [Eligibility.Answer === 'yes' ? 'Eligibility ready' : 'Eligibility', stateOfUnchecked(Eligibility)],
  ];
}
