import { plansFound, recordOf, type PlanDecision } from '@handoff/shared/domain/eligibility/known-plan';
import { planKey } from '@handoff/shared/domain/eligibility/medicare-plans';
import { Referral } from '@handoff/shared/domain/referral/referral';
import type { Reader } from '../../../core/unit-of-work.ts';
import { advantagePlanKind } from '../../../records/kinds/agency-records.ts';
import { checkKind, type StoredCheck, StoredCheckOwner } from '../../../records/kinds/eligibility-records.ts';
import { referralKind } from '../../../records/kinds/referral-records.ts';
import { listAll } from '../../../records/reader.ts';
import { checkOf, withReferral } from '../history/check-history.ts';
import { including, not, oneOf, select, selectByName } from '../../../records/select.ts';
import type { MedicareHandlers } from '../medicare-ports.ts';

const DECISIONS_SHOWN = 3;
/** Enough to find some that are decided; the query costs the same however many checks there are. */
const CHECKS_SEARCHED = 50;

/** Answers for each plan that the check found: the agency's record of it, and the last decisions on its patients. */
export const planMemory: MedicareHandlers['planMemory'] = async ({ query }, context) => {
  const { find, viewed } = context;
  const check = await checkOf(find, query.id);
  const found = plansFound(check);
  const recorded = found.length === 0 ? [] : await recordedPlans(find);
  const PlanMemoryInfo = await Promise.all(
    found.map(async (plan) => ({
      ContractId: plan.ContractId,
      PlanId: plan.PlanId,
      Name: plan.Name || plan.Organization,
      From: plan.From,
      ContractedPayer: plan.ContractedPayer,
      Recorded: recordOf(plan, recorded) ?? null,
      LastDecisions: await lastDecisions(find, { plan: planKey(plan), besides: check }),
    })),
  );
  const others = PlanMemoryInfo.flatMap(({ LastDecisions }) => LastDecisions.map((each) => each.ReferralId));
  viewed(check.Id, found.length === 0 ? [] : [...new Set([...withReferral(check), ...others])]);
  return { PlanMemoryInfo };
};

const recordedPlans = (find: Reader) => listAll(find, selectByName(advantagePlanKind));

const checksOf = (plan: string) =>
  select(
    checkKind,
    {
      withDeleted: true,
      where: { AdvantagePlans: including(plan) },
      order: ['type ASC', 'CheckedAt DESC'],
    },
    StoredCheckOwner,
  );

const Decided = Referral.pick({ Id: true, Decision: true, DecidedAt: true });
const decidedAmong = (ids: readonly string[]) =>
  select(referralKind, { where: { Id: oneOf(ids), Decision: { Kind: not('Pending') } } }, Decided);

/** Reads what the caller may see, so a restricted referral is no decision to others. */
async function lastDecisions(
  find: Reader,
  { plan, besides }: { plan: string; besides: StoredCheck },
): Promise<PlanDecision[]> {
  const checks = await find.list(checksOf(plan), { pageSize: CHECKS_SEARCHED });
  const ids = new Set(checks.items.flatMap(({ ReferralId }) => ReferralId ?? []));
  ids.delete(besides.ReferralId ?? '');
  if (ids.size === 0) return [];
  const decided = await find.list(decidedAmong([...ids]), { pageSize: CHECKS_SEARCHED });
  return decided.items
    .flatMap(({ Id: ReferralId, Decision: { Kind, Reason }, DecidedAt }) =>
      Kind === 'Pending' || DecidedAt === undefined ? [] : [{ ReferralId, Kind, Reason, DecidedAt }],
    )
    .toSorted((one, other) => other.DecidedAt.localeCompare(one.DecidedAt))
    .slice(0, DECISIONS_SHOWN);
}
