import type { JobCounts } from '@handoff/shared/contract/system-health';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { inEachAgency } from '../../../writes/job-context.ts';
import { settingsOf } from '../agency/agency-records.ts';
import { removeOldExchanges, uploadPendingAnswers } from '../history/remove-exchanges.ts';
import { runBatches } from '../batch/run-batches.ts';
import { reverifyDue } from './reverify.ts';
import type { MedicareJob } from '../medicare-ports.ts';

/** Limits the checks in one run of the timer; the next run continues. */
const MAX_A_RUN = 20;
/** The timer has other work, and its next run waits for this one. */
const RUN_MS = 60_000;

/** The timer's part: agency by agency, one partition at a time. */
export async function sweepEligibility(job: MedicareJob): Promise<JobCounts> {
  const { system } = job;
  const until = job.clock.now().getTime() + RUN_MS;
  let left = MAX_A_RUN;
  async function sweepAgency({ Id: domainId }: BusinessDomain): Promise<void> {
    const find = job.find(domainId);
    const { SettingsEligibilityInfo: settings } = await settingsOf({ find, system, domainId });
    await removeOldExchanges(job, { domainId, months: settings.ExchangeRetentionMonths });
    left -= await reverifyDue(job, { domainId, rule: settings.Reverification, most: left, until });
    await runBatches(job, { domainId, until });
    await uploadPendingAnswers(job, domainId);
  }
  await inEachAgency(job, { event: 'eligibility-sweep-failed', work: sweepAgency });
  return { referralsReverified: MAX_A_RUN - left };
}
