import { useEffect, useState } from 'react';
import { referralExportsApi, type revealReasons } from '@handoff/shared/contract/referrals/referral-exports';
import type { Output } from '@handoff/shared/contract/endpoint';
import type { Referral } from '@handoff/shared/domain/referral/referral';
import { errorText } from '../../../data/send/call-error.ts';
import { useMay } from '../../../data/current-person.ts';
import { showError } from '../../../data/toasts.ts';
import { useApi } from '../../../data/use-api.ts';

const SHOWN_MS = 30_000;

export type RevealReason = (typeof revealReasons)[number];
type Revealed = Output<typeof referralExportsApi.revealNumbers>['PatientNumbersInfo'][number];

/** Shows a patient's full numbers for half a minute, so that they do not stay on an unattended screen. */
export function useRevealedNumbers({ Id, Patient, Payers }: Referral) {
  const { client } = useApi();
  const mayReveal = useMay('patient-numbers.reveal');
  const [shown, setShown] = useState<Revealed | undefined>();
  const [isPending, setPending] = useState(false);
  const has = [Patient.Ssn, Patient.Mbi, ...Payers.map(({ MemberId }) => MemberId)].some(
    (text) => text !== '',
  );

  useEffect(() => {
    if (!shown) return undefined;
    const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [shown]);

  async function reveal(Reason: RevealReason): Promise<void> {
    setPending(true);
    try {
      const { PatientNumbersInfo } = await client.call(referralExportsApi.revealNumbers, {
        body: { Id, Reason },
      });
      setShown(PatientNumbersInfo[0]);
    } catch (error) {
      showError(errorText(error));
    } finally {
      setPending(false);
    }
  }

  return { shown, isPending, reveal, hide: () => setShown(undefined), isOffered: mayReveal && has };
}
