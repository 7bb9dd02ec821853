import { listAll, readerOn, systemReader } from '../../../pipeline/unit-of-work/reader.ts';
import { domains, businessDomainKind } from '../../../records/user-records.ts';
import { settingsOf } from '../agency/agency-records.ts';
import type { Asking } from '../providers/ask-medicare.ts';
import { removeOldExchanges, storeOwedAnswers } from '../history/remove-exchanges.ts';
import { reverifyDue } from './reverify.ts';

/** So many in a run of the timer; the next run goes on. */
const MAX_A_RUN = 20;
/** The timer has other work, and its next run waits for this one. */
const RUN_MS = 60_000;

/** The timer's part: agency by agency, one partition at a time. What fails in one leaves the others alone. */
export async function sweepEligibility(asking: Asking): Promise<void> {
  const { platform } = asking;
  const system = systemReader(platform);
  const until = platform.clock.now().getTime() + RUN_MS;
  let left = MAX_A_RUN;
  for (const { Id: domainId } of await listAll(system, businessDomainKind, { sql: domains, parameters: {} }))
    try {
      const find = readerOn(platform, `d:${domainId}`);
      const { SettingsEligibilityInfo: settings } = await settingsOf({ find, system, domainId });
      await removeOldExchanges(asking, { domainId, months: settings.ExchangeRetentionMonths });
      left -= await reverifyDue(asking, { domainId, rule: settings.Reverification, most: left, until });
      await storeOwedAnswers(asking, domainId);
    } catch (error) {
      const name = error instanceof Error ? error.name : typeof error;
      platform.log({ level: 'error', event: 'eligibility-sweep-failed', error: name });
    }
}
