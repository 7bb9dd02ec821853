import { MedicarePlan, planKey } from '@handoff/shared/domain/eligibility/medicare-plans';
import { ADMINISTRATORS_GROUP } from '@handoff/shared/contract/realtime';
import { fieldChanges } from '../../../records/field-changes.ts';
import { AppError } from '../../../core/app-error.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import { planFile, readPlans } from './plan-csv.ts';
import { PLAN_LIST, planListKind } from '../../../records/kinds/eligibility-records.ts';
import type { MedicareHandlers } from '../medicare-ports.ts';

type Calls = MedicareHandlers;

/** A record of Cosmos has at most 2 MB. */
const MAX_PLANS = 9000;

/** Returns the plans by contract and plan, and by contract alone. */
export async function listedPlans(system: Reader): Promise<ReadonlyMap<string, MedicarePlan>> {
  const list = await system.get(planListKind, PLAN_LIST);
  return new Map(list?.Plans.map((plan) => [planKey(plan), plan]));
}

const summary: Calls['plans'] = async (_input, { find }) => {
  const list = await find.get(planListKind, PLAN_LIST);
  const plans = list?.Plans ?? [];
  return {
    Plans: plans.length,
    Contracts: new Set(plans.map(({ ContractId }) => ContractId)).size,
    ImportedAt: list?.ImportedAt ?? null,
    ImportedBy: list?.ImportedBy ?? null,
  };
};

const exportPlans: Calls['exportPlans'] = async (_input, { find, now }) => {
  const list = await find.get(planListKind, PLAN_LIST);
  return {
    name: `medicare-plans-${now.toISOString().slice(0, 10)}.csv`,
    type: 'text/csv; charset=utf-8',
    bytes: planFile(list?.Plans ?? []),
  };
};

const previewPlans: Calls['previewPlans'] = async ({ body }, { find }) => {
  const { added, changed, unchanged, rejected, ignored } = await comparedWith(find, body.Csv);
  return {
    Added: added.map(({ line, plan }) => ({ Line: line, Name: named(plan), Changes: [] })),
    Changed: changed.map(({ line, plan, Changes }) => ({ Line: line, Name: named(plan), Changes })),
    Unchanged: unchanged,
    Rejected: rejected,
    IgnoredColumns: ignored,
  };
};

const importPlans: Calls['importPlans'] = async ({ body }, { work, caller, now }) => {
  const { before, added, changed } = await comparedWith(work, body.Csv);
  const all = new Map(before.map((plan) => [planKey(plan), plan]));
  for (const { plan } of [...added, ...changed]) all.set(planKey(plan), plan);
  if (all.size > MAX_PLANS)
    throw new AppError('invalid_request', `There can be at most ${MAX_PLANS.toLocaleString('en-US')} plans.`);
  const answer = { Added: added.length, Changed: changed.length, Remaining: 0 };
  if (answer.Added + answer.Changed === 0) return answer;
  const Plans = [...all.values()].toSorted((one, other) => (planKey(one) < planKey(other) ? -1 : 1));
  await work.put(planListKind, {
    Id: PLAN_LIST,
    ImportedAt: now.toISOString(),
    ImportedBy: caller.person,
    Plans,
  });
  const changes = fieldChanges({ Plans: before.length }, { Plans: Plans.length });
  work.audit({ action: 'plans.imported', subject: PLAN_LIST, changes });
  work.notify({ group: ADMINISTRATORS_GROUP }, { topic: 'import', id: PLAN_LIST, by: caller.person.Id });
  return answer;
};

export const planHandlers = { plans: summary, exportPlans, previewPlans, importPlans };

async function comparedWith(find: Reader, csv: string) {
  const before = (await find.get(planListKind, PLAN_LIST))?.Plans ?? [];
  const known = new Map(before.map((plan) => [planKey(plan), plan]));
  const { plans, rejected, ignored } = await readPlans(csv);
  const added = plans.filter(({ plan }) => !known.has(planKey(plan)));
  const changed = plans.flatMap(({ line, plan }) => {
    const former = known.get(planKey(plan));
    const Changes = former ? fieldChanges(former, plan) : [];
    return Changes.length === 0 ? [] : [{ line, plan, Changes }];
  });
  return {
    before,
    added,
    changed,
    unchanged: plans.length - added.length - changed.length,
    rejected,
    ignored,
  };
}

const named = (plan: MedicarePlan): string => `${planKey(plan)} ${plan.Name}`;
