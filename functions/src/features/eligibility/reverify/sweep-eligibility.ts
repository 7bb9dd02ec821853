import type { JobCounts } from '@handoff/shared/contract/system-health';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { defaultAgencySettings, shortestInterval } from '@handoff/shared/domain/eligibility/agency-settings';
import { addMs, DAY_MS } from '../../../core/time.ts';
import { inAgenciesWith } from '../../../writes/job-context.ts';
import { settingsOf } from '../agency/agency-records.ts';
import { openBatches, runBatches } from '../batch/run-batches.ts';
import { dueReverifications, eligibilitySettingsKind } from '../../../records/kinds/eligibility-records.ts';
import { pendingUploads, removeOldExchanges, uploadPendingAnswers } from '../history/remove-exchanges.ts';
import type { MedicareJob } from '../medicare-ports.ts';
import { isQuietHour, reverifyDue } from './reverify.ts';
import { addMonths } from '../x12/calendar.ts';
import { exchangesBefore } from '../history/exchange-blobs.ts';
import { not, select } from '../../../records/select.ts';

/** The next run of the timer waits for this one, and continues. */
const RUN_MS = 60_000;

/** Asks about referrals and rows that are due, agency by agency; each has a limit, so that others get their turn. */
export async function sweepEligibility(job: MedicareJob): Promise<JobCounts> {
  const now = job.clock.now();
  const until = now.getTime() + RUN_MS;
  let referralsReverified = 0;
  async function sweepAgency({ Id: domainId }: BusinessDomain): Promise<void> {
    if (job.clock.now().getTime() > until) return;
    const { SettingsEligibilityInfo: settings } = await settingsOf({
      find: job.find(domainId),
      system: job.system,
      domainId,
    });
    referralsReverified += await reverifyDue(job, { domainId, rule: settings.Reverification, until });
    await runBatches(job, { domainId, until });
    await uploadPendingAnswers(job, domainId);
  }
  await inAgenciesWith(job, [openBatches, pendingUploads], {
    event: 'eligibility-sweep-failed',
    also: isQuietHour(now) ? await agenciesToReverify(job, now) : [],
    work: sweepAgency,
  });
  return { referralsReverified };
}

const reverifying = select(eligibilitySettingsKind, {
  where: { Settings: { Reverification: { IsOn: true } } },
});

/** Most agencies leave it off, and their referrals are always due. */
async function agenciesToReverify(job: MedicareJob, now: Date): Promise<string[]> {
  const on = new Set(await job.agenciesWith(reverifying));
  if (on.size === 0) return [];
  const before = addMs(now, -shortestInterval * DAY_MS).toISOString();
  const due = await job.agenciesWith(dueReverifications({ before, now: now.toISOString() }));
  return due.filter((id) => on.has(id));
}

/** Removes the texts of checks that an agency has kept for as long as it wants. */
export async function sweepExchanges(job: MedicareJob): Promise<void> {
  const usual = defaultAgencySettings.ExchangeRetentionMonths;
  const today = job.clock.now().toISOString().slice(0, 10);
  const due = [
    exchangesBefore(addMonths(today, -usual), []),
    select(eligibilitySettingsKind, { where: { Settings: { ExchangeRetentionMonths: not(usual) } } }),
  ];
  await inAgenciesWith(job, due, {
    event: 'purge-failed',
    async work({ Id: domainId }) {
      const { SettingsEligibilityInfo: settings } = await settingsOf({
        find: job.find(domainId),
        system: job.system,
        domainId,
      });
      await removeOldExchanges(job, { domainId, months: settings.ExchangeRetentionMonths });
    },
  });
}
