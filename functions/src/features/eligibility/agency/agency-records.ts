import type { Caller } from '../../../core/context.ts';
import {
  AgencyEligibilitySettings,
  defaultAgencySettings,
  rulesOf,
} from '@handoff/shared/domain/eligibility/agency-settings';
import type { EligibilitySettings } from '@handoff/shared/domain/eligibility/settings';
import * as z from 'zod';
import { recordKind, recordsByName } from '../../../core/record-kind.ts';
import type { ContractedPayer } from '@handoff/shared/domain/agency/directory';
import { AppError } from '../../../core/app-error.ts';
import { listAll } from '../../../records/reader.ts';
import type { Reader } from '../../../core/unit-of-work.ts';
import { businessDomainKind } from '../../../records/kinds/user-records.ts';
import { contractedPayerKind } from '../../../records/kinds/agency-records.ts';
import { listedPlans } from '../plans/plan-handlers.ts';
import type { Agency } from '../../../platform/eligibility-provider.ts';

export const ELIGIBILITY_SETTINGS = 'eligibility-settings';

/** An agency's settings for its checks; there is no record until it saves them. */
export const eligibilitySettingsKind = recordKind(
  ELIGIBILITY_SETTINGS,
  z.object({
    Id: z.literal(ELIGIBILITY_SETTINGS),
    Etag: z.string(),
    Settings: z.preprocess(withLaterSettings, AgencyEligibilitySettings),
  }),
);

/** Older records get our proposal for settings that came later. */
function withLaterSettings(stored: unknown): unknown {
  const { RangeMonthsBack, RangeMonthsAhead, HospiceNeedsPartA, PricePerCheckCents, MbiLookUp } =
    defaultAgencySettings;
  const later = { RangeMonthsBack, RangeMonthsAhead, HospiceNeedsPartA, PricePerCheckCents, MbiLookUp };
  return typeof stored === 'object' ? { ...later, ...stored } : stored;
}

/** Returns the agency's settings, or our proposals with the agency's registered NPIs. */
export async function settingsOf({
  find,
  system,
  domainId,
}: {
  find: Reader;
  system: Reader;
  domainId: string;
}): Promise<{ SettingsEligibilityInfo: AgencyEligibilitySettings; Etag: string }> {
  const stored = await find.get(eligibilitySettingsKind, ELIGIBILITY_SETTINGS);
  if (stored) return { SettingsEligibilityInfo: stored.Settings, Etag: stored.Etag };
  const domain = await system.get(businessDomainKind, domainId);
  return { SettingsEligibilityInfo: { ...defaultAgencySettings, OwnNpis: domain?.Npis ?? [] }, Etag: '' };
}

/** Returns the agency that asks, and the settings by which the answer is judged. */
export async function agencyRecords(
  { caller, system }: { caller: Caller; system: Reader },
  { find, day }: { find: Reader; day: string },
): Promise<{ agency: Agency; settings: EligibilitySettings }> {
  const domainId = caller.businessDomainId;
  const [domain, { SettingsEligibilityInfo: decided }, medicarePlans, payers] = await Promise.all([
    system.get(businessDomainKind, domainId),
    settingsOf({ find, system, domainId }),
    listedPlans(system),
    listAll(find, contractedPayerKind, {
      sql: recordsByName,
      parameters: { type: contractedPayerKind.type },
    }),
  ]);
  const [npi] = decided.OwnNpis;
  if (!domain || npi === undefined)
    throw new AppError(
      'not_configured',
      'This agency has no NPI yet, so Medicare cannot be checked. A manager can add it under Eligibility rules.',
    );
  const contractedPayers = payers.filter((payer) => isInForce(payer, day));
  return {
    agency: { name: domain.Name, npi },
    settings: rulesOf(decided, { contractedPayers, medicarePlans }),
  };
}

const isInForce = ({ StartsOn, EndsOn }: ContractedPayer, day: string) =>
  StartsOn <= day && (EndsOn === null || day <= EndsOn);
