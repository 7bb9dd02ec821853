import type { BusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { isOffered } from '@handoff/shared/domain/agency/list-settings';
import { setupOf } from '@handoff/shared/domain/agency/setup';
import { existing } from '../../core/app-error.ts';
import { inRounds } from '../../writes/job-context.ts';
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
  isManagerOf,
  type StoredUser,
  usersOf,
} from '../../records/kinds/user-records.ts';
import { select } from '../../records/select.ts';

export interface SetupPorts {
  factsOf: (agency: BusinessDomain) => Promise<AgencyFacts>;
}

/** Returns numbers only: an administrator without a role in the agency sees nothing of its patients. */
export function setupHandler({ factsOf }: SetupPorts): ApiHandlers['businessDomains']['setup'] {
  return async (_input, { system, caller }) => {
    const here = caller.businessDomainId;
    const [agency, users] = await Promise.all([
      system.get(businessDomainKind, here),
      listAll(system, usersOf(here)),
    ]);
    const known = existing(agency, 'This agency');
    const facts = { ...peopleOf(here, users), ...(await factsOf(known)) };
    return { ...facts, BusinessDomainInfo: known, Steps: setupOf(facts) };
  };
}

export function figuresHandler({ factsOf }: SetupPorts): ApiHandlers['businessDomains']['figures'] {
  return async (_input, { find }) => {
    const [agencies, users] = await Promise.all([listAll(find, domains), listAll(find, select(userKind))]);
    const open = agencies.filter(({ Archived }) => !Archived);
    const FiguresInfo = await inRounds(open, async (agency) => {
      const facts = { ...peopleOf(agency.Id, users), ...(await factsOf(agency)) };
      return { BusinessDomainId: agency.Id, People: facts.People, Steps: setupOf(facts) };
    });
    return { FiguresInfo };
  };
}

interface Facts {
  find: Reader;
  ownNpis: () => Promise<readonly string[]>;
  statesWithAddresses: (states: readonly string[]) => Promise<string[]>;
}

export type AgencyFacts = Awaited<ReturnType<typeof agencyFacts>>;

/** Reads in the agency itself, so a handler is given its result and not its reader. */
export async function agencyFacts({ States }: BusinessDomain, { find, ownNpis, statesWithAddresses }: Facts) {
  const [lists, areas, payers, partners, npis, referrals, live] = await Promise.all([
    find.get(listsKind, 'lists'),
    find.count(select(serviceAreaKind)),
    find.count(select(contractedPayerKind)),
    find.count(select(partnerKind)),
    ownNpis(),
    find.list(select(referralKind), { pageSize: 1 }),
    statesWithAddresses(States),
  ]);
  return {
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
  const managers = active.filter((user) => isManagerOf(agency, user));
  return { People: active.length, Managers: managers.length };
}
