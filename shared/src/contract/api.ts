import * as z from 'zod';
import { textOfIssue } from '../domain/records/issue-texts.ts';
import { audit } from './audit.ts';
import { businessDomains } from './business-domains.ts';
import { dashboard } from './dashboard.ts';
import { drafts } from './referrals/drafts.ts';
import { medicareEligibility } from './eligibility/eligibility.ts';
import type { Contract, Endpoint } from './endpoint.ts';
import { addressStateUpdates, imports } from './imports.ts';
import { contractedPayers, insurances, partners, serviceAreas } from './parties.ts';
import { realtime, system } from './realtime.ts';
import { referrals } from './referrals/referrals.ts';
import { readmissionStops } from './referrals/readmission-stops.ts';
import { savedViews } from './referrals/saved-views.ts';
import { services } from './referrals/services.ts';
import { settings } from './settings.ts';
import { users } from './people/users.ts';
import { webhooks } from './webhooks.ts';

// Forms and answers show the texts of issues, and people must never read the library's own.
z.config({ localeError: textOfIssue });

/** Every call of the product, declared once; server, client, documentation and tests follow from it. */
export const api = {
  users,
  referrals,
  savedViews,
  readmissionStops,
  dashboard,
  drafts,
  webhooks,
  services,
  settings,
  imports,
  addressStateUpdates,
  partners,
  contractedPayers,
  serviceAreas,
  insurances,
  businessDomains,
  medicareEligibility,
  audit,
  realtime,
  system,
} as const satisfies Contract;

export type Api = typeof api;

export interface NamedEndpoint {
  area: string;
  call: string;
  endpoint: Endpoint;
}

export function everyEndpoint(contract: Contract = api): NamedEndpoint[] {
  return Object.entries(contract).flatMap(([area, calls]) =>
    Object.entries(calls).map(([call, endpoint]) => ({ area, call, endpoint })),
  );
}
