import { IconChartBar, IconInbox, IconLayoutKanban, IconMap2, IconShieldCheck } from '@tabler/icons-react';
import * as z from 'zod';
import { StateCode } from '@handoff/shared/domain/address/us-state';
import { checkVerdicts } from '@handoff/shared/domain/records/check-verdict';
import { categories } from '@handoff/shared/domain/eligibility/settings';
import { WorklistPage } from '../../features/referrals/worklist/worklist-page.tsx';
import { WorklistAddress } from '../../features/referrals/worklist/worklist-selection.ts';
import { check, day, id } from './address-parts.ts';
import { page } from './page.tsx';

/** Pages for daily work: referrals, eligibility and the dashboard. */
export const workPages = [
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
    path: '/referrals/board',
    title: 'Board',
    needs: 'referrals.read',
    area: 'work',
    icon: IconLayoutKanban,
    search: z.object({
      view: z.enum(['Mine', 'Unassigned']).optional().catch(undefined),
      closed: z.literal(true).optional().catch(undefined),
      /** Initials in place of names, for a screen that others see. */
      initials: z.literal(true).optional().catch(undefined),
      late: z.literal(true).optional().catch(undefined),
    }),
    load: async () => (await import('../../features/referrals/board/board-page.tsx')).BoardPage,
  }),
  page({
    path: '/referrals/deleted',
    title: 'Recently deleted',
    needs: 'referrals.edit',
    load: async () => (await import('../../features/referrals/deleted/deleted-page.tsx')).DeletedPage,
  }),
  page({
    path: '/referrals/new',
    title: 'New referral',
    needs: 'referrals.edit',
    /** The draft to continue with. */
    search: z.object({ draft: id }),
    load: async () => (await import('../../features/referrals/intake/intake-page.tsx')).IntakePage,
  }),
  page({
    path: '/referrals/drafts',
    title: 'Drafts',
    needs: 'referrals.edit',
    load: async () => (await import('../../features/referrals/intake/drafts-page.tsx')).DraftsPage,
  }),
  page({
    path: '/referrals/$id',
    title: 'Referral',
    needs: 'referrals.read',
    search: z.object({
      tab: z
        .enum(['overview', 'eligibility', 'documents', 'notes', 'activity', 'access'])
        .optional()
        .catch(undefined),
      /** The document that is open. */
      document: id,
    }),
    load: async () => (await import('./referral-with-eligibility.tsx')).ReferralWithEligibility,
  }),
  page({
    path: '/referrals/$id/packet',
    title: 'Referral packet',
    needs: 'referrals.read',
    load: async () => (await import('./referral-with-eligibility.tsx')).ReferralPacket,
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
    path: '/eligibility/batch',
    title: 'Check several patients',
    needs: 'eligibility.check',
    within: '/eligibility',
    search: z.object({ batch: id }),
    load: async () => (await import('../../features/eligibility/batch/batch-page.tsx')).BatchPage,
  }),
  page({
    path: '/eligibility/history',
    title: 'Past eligibility checks',
    needs: 'eligibility.read',
    search: z.object({
      category: z.enum(categories).optional().catch(undefined),
      verdict: z.enum(checkVerdicts).optional().catch(undefined),
      from: day,
      to: day,
      /** The id of a check: shows only the checks of the same patient. */
      person: id,
    }),
    load: async () => (await import('../../features/eligibility/history/history-page.tsx')).HistoryPage,
  }),
  page({
    path: '/eligibility/compare',
    title: 'Compare eligibility checks',
    needs: 'eligibility.read',
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
    needs: 'eligibility.read',
    within: '/eligibility',
    search: check,
    load: async () => (await import('../../features/eligibility/result/result-page.tsx')).EligiblePage,
  }),
  page({
    path: '/admin/medicareeligibilityissues',
    title: 'Eligible with issues',
    needs: 'eligibility.read',
    within: '/eligibility',
    search: check,
    load: async () => (await import('../../features/eligibility/result/result-page.tsx')).IssuesPage,
  }),
  page({
    path: '/admin/medicarenoteligible',
    title: 'Not eligible',
    needs: 'eligibility.read',
    within: '/eligibility',
    search: check,
    load: async () => (await import('../../features/eligibility/result/result-page.tsx')).NotEligiblePage,
  }),
  page({
    path: '/coverage',
    title: 'Coverage',
    needs: 'parties.read',
    area: 'work',
    icon: IconMap2,
    search: z.object({
      // Without this, the router would parse a ZIP code in an address as a number.
      zip: z.coerce
        .string()
        .regex(/^\d{5}$/)
        .optional()
        .catch(undefined),
      state: StateCode.optional().catch(undefined),
      county: z.string().max(80).optional().catch(undefined),
      /** The discipline whose capacity is open. */
      service: id,
      gaps: z.literal(true).optional().catch(undefined),
    }),
    load: async () => (await import('../../features/directory/coverage/coverage-page.tsx')).CoveragePage,
  }),
  page({
    path: '/dashboard',
    title: 'Dashboard',
    needs: 'referrals.read',
    area: 'work',
    icon: IconChartBar,
    search: z.object({ days: z.number().int().min(1).max(92).optional().catch(undefined) }),
    load: async () => (await import('../../features/dashboard/dashboard-page.tsx')).DashboardPage,
  }),
] as const;
