import type { ReadContext } from '../../core/context.ts';
import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { setupOf } from '@handoff/shared/domain/agency/setup';
import { existing } from '../../core/app-error.ts';
import { inRounds } from '../../core/in-rounds.ts';
import type { Reader } from '../../core/unit-of-work.ts';
import type { ApiHandlers } from '../../http/handlers.ts';
import { listAll } from '../../records/reader.ts';
import {
  contractedPayerKind,
  listsKind,
  partnerKind,
  serviceAreaKind,
} from '../../records/kinds/agency-records.ts';
import { referralKind } from '../../records/kinds/referral-records.ts';
import {
  businessDomainKind,
  domains,
  userKind,
  type StoredUser,
  usersOf,
} from '../../records/kinds/user-records.ts';
import { select } from '../../records/select.ts';

export interface SetupPorts {
  /** Reads one of our agencies. */
  agency(domainId: string): Reader;
  /** Returns the states among them whose addresses are imported. */
  statesWithAddresses(context: Addresses, states: readonly string[]): Promise<string[]>;
  /** Returns the NPIs that identify the agency to payers. */
  ownNpis(agency: { find: Reader; system: Reader; domainId: string }): Promise<readonly string[]>;
}
type Addresses = Pick<ReadContext, 'addresses'>;

/** Returns numbers only: an administrator without a role in the agency sees nothing of its patients. */
export function setupHandler(ports: SetupPorts): ApiHandlers['businessDomains']['setup'] {
  return async (_input, context) => {
    const { find, system, caller } = context;
    const here = caller.businessDomainId;
    const [agency, users] = await Promise.all([
      system.get(businessDomainKind, here),
      listAll(system, usersOf(here)),
    ]);
    const known = existing(agency, 'This agency');
    const facts = await factsOf(known, { ports, users, find, system, context });
    return { ...facts, BusinessDomainInfo: known, Steps: setupOf(facts) };
  };
}

export function figuresHandler(ports: SetupPorts): ApiHandlers['businessDomains']['figures'] {
  return async (_input, context) => {
    const [agencies, users] = await Promise.all([
      listAll(context.find, domains),
      listAll(context.find, select(userKind)),
    ]);
    const open = agencies.filter(({ Archived }) => !Archived);
    const FiguresInfo = await inRounds(open, async (agency) => {
      const find = ports.agency(agency.Id);
      const facts = await factsOf(agency, { ports, users, find, system: context.find, context });
      return { BusinessDomainId: agency.Id, People: facts.People, Steps: setupOf(facts) };
    });
    return { FiguresInfo };
  };
}

interface FactsOf {
  ports: SetupPorts;
  /** Includes the people of the agency. */
  users: readonly StoredUser[];
  find: Reader;
  system: Reader;
  context: Addresses;
}

async function factsOf({ Id, States }: BusinessDomain, { ports, users, find, system, context }: FactsOf) {
  const [lists, areas, payers, partners, npis, referrals, live] = await Promise.all([
    find.get(listsKind, 'lists'),
    find.count(select(serviceAreaKind)),
    find.count(select(contractedPayerKind)),
    find.count(select(partnerKind)),
    ports.ownNpis({ find, system, domainId: Id }),
    find.list(select(referralKind), { pageSize: 1 }),
    ports.statesWithAddresses(context, States),
  ]);
  return {
    ...peopleOf(Id, users),
    Statuses: lists?.SettingsReferralStatusesInfo.filter(isOffered).length ?? 0,
    DeclineReasons: lists?.SettingsDeclineReasonsInfo.filter(isOffered).length ?? 0,
    ServiceAreas: areas,
    Payers: payers,
    Partners: partners,
    States,
    StatesWithAddresses: live,
    Npis: npis.length,
    HasReferral: referrals.items.length > 0,
  };
}

function peopleOf(agency: string, users: readonly StoredUser[]) {
  const active = users.filter(({ Active, DomainIds }) => Active && DomainIds.includes(agency));
  const managers = active.filter(({ RolesWithinAgencies }) =>
    RolesWithinAgencies.some(
      ({ BusinessDomainId, RoleWithinAgency }) =>
        BusinessDomainId === agency && RoleWithinAgency === 'Manager',
    ),
  );
  return { People: active.length, Managers: managers.length };
}
