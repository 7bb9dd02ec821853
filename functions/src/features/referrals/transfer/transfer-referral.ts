import type { WriteContext } from '../../../core/context.ts';
import type { Decision, Referral, Transfer } from '@handoff/shared/domain/referral/referral';
import { AppError } from '../../../core/app-error.ts';
import { businessDomainKind } from '../../../records/kinds/user-records.ts';

interface AskedTransfer {
  TransferTo?: string | undefined;
  Decision?: Pick<Decision, 'Kind'> | undefined;
}

/** Returns the transfer that an edit requests: the referral is declined here, and another agency of ours gets its own. */
export async function transferOf(
  { TransferTo, Decision: decision }: AskedTransfer,
  { before, context }: { before: Referral; context: WriteContext },
): Promise<Transfer | undefined> {
  if (TransferTo === undefined) return undefined;
  const { system, caller, now } = context;
  if (before.Transfer)
    throw refusal(`This referral was transferred to ${before.Transfer.Agency.Name} already.`);
  // The people named in a restriction are unknown in the other agency.
  if (before.Restriction)
    throw refusal('A restricted referral is not transferred. A manager lifts that first.');
  if (decision?.Kind !== 'Declined') throw refusal('A referral that is transferred is declined here.');
  const agency =
    TransferTo === caller.businessDomainId ? undefined : await system.get(businessDomainKind, TransferTo);
  if (!agency || agency.Archived) throw refusal('Choose another agency');
  const { Id, Name } = agency;
  return { Agency: { Id, Name }, At: now.toISOString(), By: caller.person };
}

const refusal = (message: string) =>
  new AppError('invalid_request', message, { fields: { TransferTo: message } });

export function auditTransfer({ work }: WriteContext, referralId: string, { Agency }: Transfer): void {
  work.audit({
    action: 'referral.transferred',
    subject: referralId,
    changes: [{ field: 'Transfer', old: null, new: Agency.Name }],
  });
}
