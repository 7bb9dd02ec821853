import type { Caller } from '../../../core/context.ts';
import {
  AgencyEligibilitySettings,
  rulesOf,
  defaultAgencySettings,
} from '@handoff/shared/domain/eligibility/agency-settings';
import type { Category, EligibilitySettings } from '@handoff/shared/domain/eligibility/settings';
import type { ContractedPayer } from '@handoff/shared/domain/agency/directory';
import { AppError } from '../../../core/app-error.ts';
import { listAll } from '../../../records/reader.ts';
import type { Reader, RecordKind } from '../../../core/unit-of-work.ts';
import { businessDomainKind } from '../../../records/kinds/user-records.ts';
import { advantagePlanKind, contractedPayerKind } from '../../../records/kinds/agency-records.ts';
import { listedPlans } from '../plans/plan-handlers.ts';
import type { Agency } from '../../../platform/eligibility-provider.ts';
import { ELIGIBILITY_SETTINGS, eligibilitySettingsKind } from '../../../records/kinds/eligibility-records.ts';
import { selectByName } from '../../../records/select.ts';

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

/** The care that an agency gives, if a check does not say it. */
export async function categoryOfAgency({ caller, system }: AtAgency): Promise<Category> {
  const agency = await system.get(businessDomainKind, caller.businessDomainId);
  return agency?.Kind === 'Hospice' ? 'Hospice' : 'Home Care';
}

interface AtAgency {
  caller: Caller;
  system: Reader;
}

export async function agencyRecords(
  { caller, system }: AtAgency,
  { find, day }: { find: Reader; day: string },
): Promise<{ agency: Agency; settings: EligibilitySettings }> {
  const domainId = caller.businessDomainId;
  const [domain, { SettingsEligibilityInfo: decided }, medicarePlans, payers, advantagePlans] =
    await Promise.all([
      system.get(businessDomainKind, domainId),
      settingsOf({ find, system, domainId }),
      listedPlans(system),
      allNamed(find, contractedPayerKind),
      allNamed(find, advantagePlanKind),
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
    settings: rulesOf(decided, { contractedPayers, advantagePlans, medicarePlans }),
  };
}

const allNamed = <Named extends { Id: string; Name: string }>(find: Reader, kind: RecordKind<Named>) =>
  listAll(find, selectByName(kind));

const isInForce = ({ StartsOn, EndsOn }: ContractedPayer, day: string) =>
  StartsOn <= day && (EndsOn === null || day <= EndsOn);
