import { useDebouncedValue } from '@mantine/hooks';
import { useEffect, useMemo, useState } from 'react';
import { referralsApi } from '@handoff/shared/contract/referrals/referrals';
import { StateCode } from '@handoff/shared/domain/address/us-state';
import { DraftQuestion, type ReferralChecks } from '@handoff/shared/domain/referral/referral-checks';
import { focusField } from '../../../ui/form/field.tsx';
import { useApi } from '../../../data/use-api.ts';
import { useSettings } from '../../../data/use-settings.ts';
import { FitRows } from '../fit-rows.tsx';
import { KeptApart, type Likenesses, LookAlikes } from '../duplicates/look-alikes.tsx';
import type { Attachment } from '../attachment.ts';
import type { IntakeValues } from './intake-values.ts';
import styles from './intake.module.css';

type Checks = Omit<ReferralChecks, 'ReferralId'>;

interface DraftChecksProps {
  checks: Checks | undefined;
  likenesses: Likenesses;
  onLikenesses: (change: (former: Likenesses) => Likenesses) => void;
}

/** The results of the checks for the referral being typed, beside the form. */
export function DraftChecks({ checks, likenesses, onLikenesses }: DraftChecksProps) {
  const { statuses } = useSettings();
  const found = checks?.Duplicates.Found ?? [];
  return (
    <aside className={styles['checks']} aria-label="Checks">
      {checks && (
        <FitRows
          checks={checks}
          onField={focusField}
          actions={{ Payer: checks.Payer.Rule === 'Plan' && <PlanButton /> }}
        />
      )}
      <LookAlikes {...likenesses} {...{ found, statuses }} onChange={onLikenesses} opensTab />
      <KeptApart dismissed={likenesses.dismissed} onChange={onLikenesses} />
    </aside>
  );
}

const PlanButton = () => (
  <button type="button" className="text-button" onClick={() => focusField('Payers.0.Plan')}>
    Choose plan
  </button>
);

/** Waits for a pause in typing, so that not every letter is a request. */
const CHECK_AFTER_MS = 350;

export function useDraftChecks(values: IntakeValues, attachments: readonly Attachment[]) {
  const { client } = useApi();
  const question = useMemo(() => questionOf(values, attachments), [values, attachments]);
  const [asked] = useDebouncedValue(question, CHECK_AFTER_MS, { leading: true });
  // A text that is too long has its error in the form; the checks stay those of the text before.
  const isValid = useMemo(() => DraftQuestion.safeParse(asked).success, [asked]);
  const [checks, setChecks] = useState<Checks | undefined>();
  // No cache keeps the question, because it has the patient's numbers.
  useEffect(() => {
    if (!asked || !isValid) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    client
      .call(referralsApi.checkDraft, { body: asked }, { signal })
      .then(({ ReferralChecks: [found] }) => setChecks(found))
      // The checks stay those of the question before.
      .catch(() => undefined);
    return () => leaving.abort();
  }, [client, asked, isValid]);
  return asked && checks;
}

/** Undefined until enough is typed for a check. */
function questionOf(
  { Patient, Address, Payers, Services }: IntakeValues,
  attachments: readonly Attachment[],
): DraftQuestion | undefined {
  const { Ssn = '', Mbi = '', ...patient } = Patient;
  const { StreetAddress, City, County, ZipCode } = Address;
  const State = StateCode.safeParse(Address.State).data;
  const payers = Payers.map(({ Name, Plan }) => ({ Name, Plan })).filter(({ Name }) => Name.trim() !== '');
  if (!State || (Patient.LastName === '' && ZipCode === '' && payers.length === 0)) return undefined;
  return {
    Patient: { ...patient, Ssn, Mbi },
    Address: { StreetAddress, City, County, State, ZipCode },
    Payers: payers,
    Services,
    DocumentTypeIds: attachments.flatMap(({ typeId }) => typeId ?? []),
  };
}
