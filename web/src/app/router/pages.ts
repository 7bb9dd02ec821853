import {
  IconBuilding,
  IconBuildingHospital,
  IconCreditCard,
  IconFileSearch,
  IconHistory,
  IconInbox,
  IconListCheck,
  IconListDetails,
  IconMapPin,
  IconShieldCheck,
  IconUmbrella,
  IconUpload,
  IconUsers,
} from '@tabler/icons-react';
import * as z from 'zod';
import { checkVerdicts } from '@handoff/shared/domain/eligibility/past-check';
import { categories } from '@handoff/shared/domain/eligibility/settings';
import { NotificationKind } from '@handoff/shared/domain/access/notification';
import { WorklistPage } from '../../features/referrals/worklist/worklist-page.tsx';
import { WorklistAddress } from '../../features/referrals/worklist/worklist-selection.ts';
import { WhileSetupIsOpen } from '../../features/agencies/while-setup-is-open.tsx';
import { WaitingBadge } from '../../features/people/waiting-badge.tsx';
import { ListsSearch } from '../../features/lists/lists-search.ts';
import { EntitySearch } from '../../components/entity/entity-search.ts';
import { page } from './page.tsx';

const id = z.string().min(1).max(80).optional().catch(undefined);
const day = z.iso.date().optional().catch(undefined);
const check = z.object({ check: id });

/** Every page: router, rail, tab title, who may open it, and the loops of the browser tests follow from its row. */
export const pages = [
  page({
    path: '/referrals',
    title: 'Referrals',
    needs: 'referrals.read',
    area: 'work',
    icon: IconInbox,
    search: WorklistAddress,
    load: () => Promise.resolve(WorklistPage),
  }),
  page({
    path: '/referrals/new',
    title: 'New referral',
    needs: 'referrals.edit',
    load: async () => (await import('../../features/referrals/intake/intake-page.tsx')).IntakePage,
  }),
  page({
    path: '/referrals/$id',
    title: 'Referral',
    needs: 'referrals.read',
    search: z.object({
      tab: z.enum(['overview', 'eligibility', 'documents', 'notes', 'activity']).optional().catch(undefined),
    }),
    load: async () => (await import('./referral-with-eligibility.tsx')).ReferralWithEligibility,
  }),
  page({
    path: '/referrals/$id/edit',
    title: 'Edit referral',
    needs: 'referrals.edit',
    load: async () => (await import('../../features/referrals/edit/edit-page.tsx')).ReferralEditPage,
  }),
  page({
    path: '/eligibility',
    title: 'Eligibility',
    needs: 'eligibility.check',
    area: 'work',
    icon: IconShieldCheck,
    search: z.object({ referral: id, again: id }),
    load: async () => (await import('../../features/eligibility/check/check-page.tsx')).CheckPage,
  }),
  page({
    path: '/eligibility/history',
    title: 'Past eligibility checks',
    needs: 'eligibility.check',
    search: z.object({
      category: z.enum(categories).optional().catch(undefined),
      verdict: z.enum(checkVerdicts).optional().catch(undefined),
      from: day,
      to: day,
      /** A check, for those of the same person. */
      person: id,
    }),
    load: async () => (await import('../../features/eligibility/history/history-page.tsx')).HistoryPage,
  }),
  page({
    path: '/eligibility/compare',
    title: 'Compare eligibility checks',
    needs: 'eligibility.check',
    search: z.object({ before: id, after: id }),
    load: async () => (await import('../../features/eligibility/history/compare-page.tsx')).ComparePage,
  }),
  page({
    path: '/eligibility/settings',
    title: 'Eligibility rules',
    needs: 'eligibility.check',
    load: async () => (await import('../../features/eligibility/rules/rules-page.tsx')).EligibilityRulesPage,
  }),
  page({
    path: '/admin/medicareeligible',
    title: 'Eligible',
    needs: 'eligibility.check',
    within: '/eligibility',
    search: check,
    load: async () => (await import('../../features/eligibility/result/result-page.tsx')).EligiblePage,
  }),
  page({
    path: '/admin/medicareeligibilityissues',
    title: 'Eligible with issues',
    needs: 'eligibility.check',
    within: '/eligibility',
    search: check,
    load: async () => (await import('../../features/eligibility/result/result-page.tsx')).IssuesPage,
  }),
  page({
    path: '/admin/medicarenoteligible',
    title: 'Not eligible',
    needs: 'eligibility.check',
    within: '/eligibility',
    search: check,
    load: async () => (await import('../../features/eligibility/result/result-page.tsx')).NotEligiblePage,
  }),
  page({
    path: '/agencies',
    title: 'Agencies',
    needs: 'parties.read',
    area: 'directory',
    icon: IconBuildingHospital,
    search: EntitySearch,
    load: async () => (await import('../../features/directory/agencies-page.tsx')).AgenciesPage,
  }),
  page({
    path: '/payers',
    title: 'Payers',
    needs: 'parties.read',
    area: 'directory',
    icon: IconCreditCard,
    search: EntitySearch,
    load: async () => (await import('../../features/directory/payers-page.tsx')).PayersPage,
  }),
  page({
    path: '/service-areas',
    title: 'Service areas',
    needs: 'parties.read',
    area: 'directory',
    icon: IconMapPin,
    search: EntitySearch,
    load: async () => (await import('../../features/directory/service-areas-page.tsx')).ServiceAreasPage,
  }),
  page({
    path: '/insurances',
    title: 'Insurances',
    needs: 'parties.read',
    area: 'directory',
    icon: IconUmbrella,
    search: EntitySearch,
    load: async () => (await import('../../features/insurances/insurances-page.tsx')).InsurancesPage,
  }),
  page({
    path: '/setup',
    title: 'Set up',
    needs: 'setup.read',
    area: 'setup',
    icon: IconListCheck,
    inRail: WhileSetupIsOpen,
    search: z.object({ agency: id }),
    load: async () => (await import('../../features/agencies/setup-page.tsx')).SetupPage,
  }),
  page({
    path: '/admin/users',
    title: 'Users and access',
    needs: 'users.manage',
    area: 'setup',
    icon: IconUsers,
    badge: WaitingBadge,
    load: async () => (await import('../../features/people/people-page.tsx')).PeoplePage,
  }),
  page({
    path: '/admin/agencies',
    title: 'Our agencies',
    needs: 'agencies.manage',
    area: 'setup',
    icon: IconBuilding,
    search: EntitySearch,
    load: async () => (await import('../../features/agencies/our-agencies-page.tsx')).OurAgenciesPage,
  }),
  page({
    path: '/admin/imports',
    title: 'Imports',
    needs: 'imports.manage',
    area: 'setup',
    icon: IconUpload,
    load: async () => (await import('../../features/imports/states/imports-page.tsx')).ImportsPage,
  }),
  page({
    path: '/admin/imports/$importId',
    title: 'Import',
    needs: 'imports.manage',
    load: async () => (await import('../../features/imports/run/import-run-page.tsx')).ImportRunPage,
  }),
  page({
    path: '/admin/settings',
    title: 'Lists',
    needs: 'lists.edit',
    area: 'setup',
    icon: IconListDetails,
    search: ListsSearch,
    load: async () => (await import('../../features/lists/lists-page.tsx')).ListsPage,
  }),
  page({
    path: '/admin/audit',
    title: 'Audit',
    needs: ['audit.read', 'system-audit.read'],
    area: 'setup',
    icon: IconHistory,
    search: z.object({
      of: z.enum(['agency', 'system']).optional().catch(undefined),
      person: id,
      record: id,
      action: id,
      from: day,
      to: day,
    }),
    load: async () => (await import('../../features/audit/audit-page.tsx')).AuditPage,
  }),
  page({
    path: '/eligibility/exchange',
    title: 'Raw exchange',
    needs: 'exchanges.read',
    area: 'setup',
    icon: IconFileSearch,
    search: check,
    load: async () => (await import('../../features/eligibility/exchange/exchange-page.tsx')).ExchangePage,
  }),
  page({
    path: '/notifications',
    title: 'Notifications',
    search: z.object({
      kind: NotificationKind.optional().catch(undefined),
      unread: z.literal(true).optional().catch(undefined),
    }),
    load: async () => (await import('../../features/notifications/notifications-page.tsx')).NotificationsPage,
  }),
  page({
    path: '/help',
    title: 'Help',
    load: async () => (await import('../../features/help/help-page.tsx')).HelpPage,
  }),
] as const;
