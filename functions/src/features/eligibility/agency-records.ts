import {
  defaultEligibilitySettings,
  type EligibilitySettings,
} from '@handoff/shared/domain/eligibility/settings';
import type { ContractedPayer } from '@handoff/shared/domain/contracted-payer';
import { AppError } from '../../http/app-error.ts';
import type { Caller } from '../../http/handlers.ts';
import { listAll } from '../../http/reader.ts';
import type { Reader } from '../../http/unit-of-work.ts';
import { recordsByName } from '../../platform/queries.ts';
import { businessDomainKind, contractedPayerKind } from '../../platform/record-kinds.ts';
import type { Agency } from './provider.ts';

/** Who asks, and by which settings the answer is judged, as the records of the agency say. */
export async function agencyRecords(
  { caller, system }: { caller: Caller; system: Reader },
  { find, day }: { find: Reader; day: string },
): Promise<{ agency: Agency; settings: EligibilitySettings }> {
  const [domain, payers] = await Promise.all([
    system.get(businessDomainKind, caller.businessDomainId),
    listAll(find, contractedPayerKind, {
      sql: recordsByName,
      parameters: { type: contractedPayerKind.type },
    }),
  ]);
  const ownNpis = domain?.Npis ?? [];
  const [npi] = ownNpis;
  if (!domain || npi === undefined)
    throw new AppError(
      'not_configured',
      'Medicare cannot be asked: this agency has no NPI yet. An administrator must enter it.',
    );
  const contractedPayers = payers.filter((payer) => isInForce(payer, day));
  return {
    agency: { name: domain.Name, npi },
    settings: { ...defaultEligibilitySettings, ownNpis, contractedPayers },
  };
}

const isInForce = ({ StartsOn, EndsOn }: ContractedPayer, day: string) =>
  StartsOn <= day && (EndsOn === null || day <= EndsOn);
