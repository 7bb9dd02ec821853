import type { ReadContext } from '../../core/context.ts';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { setupOf } from '@handoff/shared/domain/agency/setup';
import { existing } from '../../core/app-error.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { listAll } from '../../records/reader.ts';
import { recordsCounted, recordsOfType } from '../../core/record-kind.ts';
import {
  contractedPayerKind,
  listsKind,
  partnerKind,
  serviceAreaKind,
} from '../../records/kinds/agency-records.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import { businessDomainKind, userKind, usersOfDomain } from '../../records/kinds/user-records.ts';

export interface SetupPorts {
  /** Returns the states among them whose addresses are imported. */
  statesWithAddresses(context: ReadContext, states: readonly string[]): Promise<string[]>;
  /** Returns the NPIs that identify the agency to payers. */
  ownNpis(context: ReadContext): Promise<readonly string[]>;
}

/** Returns numbers only: an administrator without a role in the agency sees nothing of its patients. */
export function setupHandler(ports: SetupPorts): ApiHandlers['businessDomains']['setup'] {
  return async (_input, context) => {
    const { find, system, caller } = context;
    const agency = existing(await system.get(businessDomainKind, caller.businessDomainId), 'This agency');
    const count = (type: string) => find.count({ sql: recordsCounted, parameters: { type } });
    const [people, lists, areas, payers, partners, npis, referrals, live] = await Promise.all([
      peopleOf(context),
      find.get(listsKind, 'lists'),
      count(serviceAreaKind.type),
      count(contractedPayerKind.type),
      count(partnerKind.type),
      ports.ownNpis(context),
      find.list(referralKind, { sql: recordsOfType, parameters: { type: referralKind.type }, pageSize: 1 }),
      ports.statesWithAddresses(context, agency.States),
    ]);
    const facts = {
      ...people,
      Statuses: lists?.SettingsReferralStatusesInfo.filter(isOffered).length ?? 0,
      DeclineReasons: lists?.SettingsDeclineReasonsInfo.filter(isOffered).length ?? 0,
      ServiceAreas: areas,
      Payers: payers,
      Partners: partners,
      States: agency.States,
      StatesWithAddresses: live,
      Npis: npis.length,
      HasReferral: referrals.items.length > 0,
    };
    return { ...facts, BusinessDomainInfo: agency, Steps: setupOf(facts) };
  };
}

async function peopleOf({ system, caller }: ReadContext) {
  const here = caller.businessDomainId;
  const users = await listAll(system, userKind, { sql: usersOfDomain, parameters: { domain: here } });
  const active = users.filter(({ Active }) => Active);
  const managers = active.filter(({ RolesWithinAgencies }) =>
    RolesWithinAgencies.some(
      ({ BusinessDomainId, RoleWithinAgency }) => BusinessDomainId === here && RoleWithinAgency === 'Manager',
    ),
  );
  return { People: active.length, Managers: managers.length };
}
