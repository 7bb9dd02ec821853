import type { Resolution } from '@handoff/shared/domain/eligibility/past-check';
import { existing, notFound } from '../../../core/app-error.ts';
import { checkKind } from '../../../records/kinds/eligibility-records.ts';
import { checkOf } from './check-history.ts';
import type { MedicareHandlers } from '../medicare-ports.ts';

/** Leaves the verdict as Medicare gave it: only another check changes that. */
export const resolveFinding: MedicareHandlers['resolve'] = async ({ body }, context) => {
  const { work, caller, now } = context;
  const { Id, Finding, How } = body;
  // Refuses a check whose referral was deleted.
  await checkOf(work, Id);
  const check = existing(await work.get(checkKind, Id), 'This check');
  if (!check.Findings.some(({ Text }) => Text === Finding)) throw notFound('This finding');
  const { Resolutions: former = [] } = check;
  const resolution: Resolution = { Finding, How, By: caller.person, At: now.toISOString() };
  const others = former.filter((each) => each.Finding !== Finding);
  const resolved = { ...check, Resolutions: How === '' ? others : [...others, resolution] };
  work.replace(checkKind, check, resolved);
  work.record({
    action: How === '' ? 'finding.reopened' : 'finding.resolved',
    subject: Id,
    changes: [
      { field: 'Resolution', old: former.find((each) => each.Finding === Finding)?.How ?? null, new: How },
    ],
    topic: 'eligibilityCheck',
  });
  return { MedicareCheck: resolved };
};
