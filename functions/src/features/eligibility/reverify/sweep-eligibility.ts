import { listAll } from '../../../pipeline/unit-of-work/reader.ts';
import { domains, businessDomainKind } from '../../../records/user-records.ts';
import { settingsOf } from '../agency/agency-records.ts';
import { removeOldExchanges, storeOwedAnswers } from '../history/remove-exchanges.ts';
import { runBatches } from '../batch/run-batches.ts';
import { reverifyDue, type TimedAsking } from './reverify.ts';

/** So many in a run of the timer; the next run goes on. */
const MAX_A_RUN = 20;
/** The timer has other work, and its next run waits for this one. */
const RUN_MS = 60_000;

/** The timer's part: agency by agency, one partition at a time. What fails in one leaves the others alone. */
export async function sweepEligibility(asking: TimedAsking): Promise<void> {
  const { timer } = asking;
  const { system } = timer;
  const until = timer.clock.now().getTime() + RUN_MS;
  let left = MAX_A_RUN;
  for (const { Id: domainId } of await listAll(system, businessDomainKind, { sql: domains, parameters: {} }))
    try {
      const find = timer.find(domainId);
      const { SettingsEligibilityInfo: settings } = await settingsOf({ find, system, domainId });
      await removeOldExchanges(timer, { domainId, months: settings.ExchangeRetentionMonths });
      left -= await reverifyDue(asking, { domainId, rule: settings.Reverification, most: left, until });
      await runBatches(asking, { domainId, until });
      await storeOwedAnswers(timer, domainId);
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      timer.ports.log({ level: 'error', event: 'eligibility-sweep-failed', error: name });
    }
}
