import type { Api } from '@handoff/shared/contract/api';
import { notFound } from '../../pipeline/request/app-error.ts';
import type { ReadHandler } from '../../pipeline/request/handlers.ts';
import { sealedReferralKind } from '../../records/referral-records.ts';
import { memberField, openNumbers } from '../../records/sealed-numbers.ts';

type Reveal = ReadHandler<Api['referrals']['revealNumbers']>;

/** A read, although it is a POST: the answer of a write would be stored for replays. */
export const revealNumbers: Reveal = async ({ body }, { caller, find, fieldKeys: keys, viewed }) => {
  const referral = await find.get(sealedReferralKind, body.Id);
  if (!referral) throw notFound('This referral');
  const owner = { domainId: caller.businessDomainId, id: referral.Id };
  const numbers = await openNumbers(keys, owner, referral);
  viewed(referral.Id);
  return {
    PatientNumbersInfo: [
      {
        Id: referral.Id,
        Ssn: numbers['Patient.Ssn'] ?? '',
        Mbi: numbers['Patient.Mbi'] ?? '',
        MemberIds: referral.Payers.map((_, index) => numbers[memberField(index)] ?? ''),
      },
    ],
  };
};
