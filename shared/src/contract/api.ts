import * as z from 'zod';
import { textOfIssue } from '../domain/records/issue-texts.ts';
import { agencyFiguresApi, openReferralsApi, referralsByNameApi, dashboardApi } from './agency-figures.ts';
import { auditApi } from './audit.ts';
import { businessDomainsApi } from './business-domains.ts';
import { capacitiesApi } from './capacities.ts';
import { draftsApi } from './referrals/drafts.ts';
import { medicareEligibilityApi } from './eligibility/eligibility.ts';
import type { Contract, Endpoint } from './endpoint.ts';
import { addressStateUpdatesApi, importsApi } from './imports.ts';
import { systemHealthApi } from './system-health.ts';
import {
  advantagePlansApi,
  contractedPayersApi,
  insurancesApi,
  partnersApi,
  serviceAreasApi,
} from './parties.ts';
import { realtimeApi, systemApi } from './realtime.ts';
import { referralExportsApi } from './referrals/referral-exports.ts';
import { referralNotesApi } from './referrals/referral-notes.ts';
import { referralRestrictionApi } from './referrals/referral-restriction.ts';
import { referralRetentionApi } from './referrals/referral-retention.ts';
import { referralsApi } from './referrals/referrals.ts';
import { readmissionStopsApi } from './referrals/readmission-stops.ts';
import { savedViewsApi } from './referrals/saved-views.ts';
import { senderLinksApi } from './referrals/sender-links.ts';
import { servicesApi } from './referrals/services.ts';
import { settingsApi } from './settings.ts';
import { accessReviewApi } from './people/access-review.ts';
import { peopleFilesApi } from './people/people-files.ts';
import { usersApi } from './people/users.ts';
import { webhooksApi } from './webhooks.ts';

// Forms and answers show the texts of issues, and people must never read the library's own.
z.config({ localeError: textOfIssue });

/** Every call of the product, declared once; server, client, documentation and tests follow from it. */
export const api = {
  users: { ...usersApi, ...accessReviewApi, ...peopleFilesApi, ...openReferralsApi },
  referrals: {
    ...referralsApi,
    ...referralNotesApi,
    ...referralExportsApi,
    ...referralRetentionApi,
    ...referralRestrictionApi,
  },
  savedViews: savedViewsApi,
  readmissionStops: readmissionStopsApi,
  dashboard: dashboardApi,
  drafts: draftsApi,
  webhooks: webhooksApi,
  services: servicesApi,
  senderLinks: senderLinksApi,
  settings: settingsApi,
  imports: importsApi,
  addressStateUpdates: addressStateUpdatesApi,
  partners: { ...partnersApi, ...referralsByNameApi },
  contractedPayers: contractedPayersApi,
  advantagePlans: advantagePlansApi,
  serviceAreas: serviceAreasApi,
  insurances: insurancesApi,
  capacities: capacitiesApi,
  businessDomains: { ...businessDomainsApi, ...agencyFiguresApi },
  medicareEligibility: medicareEligibilityApi,
  audit: auditApi,
  realtime: realtimeApi,
  system: systemApi,
  systemHealth: systemHealthApi,
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
