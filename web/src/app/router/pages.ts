import {
  IconBuilding,
  IconBuildingHospital,
  IconCreditCard,
  IconFileSearch,
  IconHeartbeat,
  IconHistory,
  IconListCheck,
  IconListDetails,
  IconMapPin,
  IconNotebook,
  IconUmbrella,
  IconUpload,
  IconUserCheck,
  IconUserX,
  IconUsers,
  IconWebhook,
} from '@tabler/icons-react';
import { lazy } from 'react';
import * as z from 'zod';
import { NotificationKind } from '@handoff/shared/domain/access/notification';
import { AccessReviewSearch, PeopleSearch } from '../../features/admin/people/people-search.ts';
import { WaitingBadge } from '../../features/admin/people/waiting-badge.tsx';
import { ListsSearch } from '../../features/admin/lists/lists-search.ts';
import { EntitySearch } from '../../ui/record-page/entity-search.ts';
import { check, day, id, name } from './address-parts.ts';
import { page } from './page.tsx';
import { workPages } from './work-pages.ts';

const WhileSetupIsOpen = lazy(async () => ({
  default: (await import('../../features/admin/agencies/while-setup-is-open.tsx')).WhileSetupIsOpen,
}));

/** Every page. The router, rail, tab titles, permissions and browser test loops derive from these rows. */
export const pages = [
  ...workPages,
  page({
    path: '/agencies',
    title: 'Partner agencies',
    needs: 'parties.read',
    area: 'directory',
    icon: IconBuildingHospital,
    search: EntitySearch,
    load: async () => (await import('../../features/directory/partners-page.tsx')).AgenciesPage,
  }),
  page({
    path: '/payers',
    title: 'Payers',
    needs: 'parties.read',
    area: 'directory',
    icon: IconCreditCard,
    search: EntitySearch,
    load: async () => (await import('../../features/directory/payers/payers-page.tsx')).PayersPage,
  }),
  page({
    path: '/advantage-plans',
    title: 'Advantage plans',
    needs: 'parties.read',
    area: 'directory',
    icon: IconNotebook,
    search: EntitySearch.extend({ contract: id, plan: id, name }),
    load: async () => (await import('../../features/directory/advantage-plans-page.tsx')).AdvantagePlansPage,
  }),
  page({
    path: '/service-areas',
    title: 'Service areas',
    needs: 'parties.read',
    area: 'directory',
    icon: IconMapPin,
    search: EntitySearch,
    load: async () =>
      (await import('../../features/directory/service-areas/service-areas-page.tsx')).ServiceAreasPage,
  }),
  page({
    path: '/insurances',
    title: 'Insurances',
    needs: 'parties.read',
    area: 'directory',
    icon: IconUmbrella,
    search: EntitySearch,
    load: async () => (await import('../../features/directory/insurances-page.tsx')).InsurancesPage,
  }),
  page({
    path: '/do-not-readmit',
    title: 'Do not readmit',
    needs: 'readmission-stops.manage',
    area: 'directory',
    icon: IconUserX,
    search: EntitySearch.extend({ referral: id }),
    load: async () =>
      (await import('../../features/directory/do-not-readmit/readmission-page.tsx')).ReadmissionPage,
  }),
  page({
    path: '/admin/users',
    title: 'Users and access',
    needs: 'users.manage',
    area: 'setup',
    icon: IconUsers,
    badge: WaitingBadge,
    search: PeopleSearch,
    load: async () => (await import('../../features/admin/people/people-page.tsx')).PeoplePage,
  }),
  page({
    path: '/admin/access-review',
    title: 'Access review',
    needs: 'access.review',
    area: 'setup',
    icon: IconUserCheck,
    search: AccessReviewSearch,
    load: async () => (await import('../../features/admin/people/access-review-page.tsx')).AccessReviewPage,
  }),
  page({
    path: '/admin/agencies',
    title: 'Our agencies',
    needs: 'agencies.manage',
    area: 'setup',
    icon: IconBuilding,
    search: EntitySearch,
    load: async () => (await import('../../features/admin/agencies/our-agencies-page.tsx')).OurAgenciesPage,
  }),
  page({
    path: '/admin/imports',
    title: 'Imports',
    needs: 'imports.manage',
    area: 'setup',
    icon: IconUpload,
    load: async () => (await import('../../features/admin/imports/states/imports-page.tsx')).ImportsPage,
  }),
  page({
    path: '/admin/imports/$importId',
    title: 'Import',
    needs: 'imports.manage',
    load: async () => (await import('../../features/admin/imports/run/import-run-page.tsx')).ImportRunPage,
  }),
  page({
    path: '/admin/settings',
    title: 'Lists',
    needs: 'lists.edit',
    area: 'setup',
    icon: IconListDetails,
    search: ListsSearch,
    load: async () => (await import('../../features/admin/lists/lists-page.tsx')).ListsPage,
  }),
  page({
    path: '/admin/webhooks',
    title: 'Webhooks',
    needs: 'webhooks.manage',
    area: 'setup',
    icon: IconWebhook,
    search: EntitySearch,
    load: async () => (await import('../../features/admin/webhooks/webhooks-page.tsx')).WebhooksPage,
  }),
  page({
    path: '/admin/audit',
    title: 'Audit',
    needs: ['audit.read', 'system-audit.read'],
    area: 'setup',
    icon: IconHistory,
    search: z.object({
      of: z.enum(['agency', 'system']).optional().catch(undefined),
      show: z.enum(['changes', 'views', 'everything']).optional().catch(undefined),
      person: id,
      record: id,
      action: id,
      from: day,
      to: day,
    }),
    load: async () => (await import('../../features/admin/audit/audit-page.tsx')).AuditPage,
  }),
  page({
    path: '/admin/health',
    title: 'System health',
    needs: 'agencies.manage',
    area: 'setup',
    icon: IconHeartbeat,
    load: async () => (await import('../../features/admin/health/health-page.tsx')).HealthPage,
  }),
  page({
    path: '/eligibility/exchange',
    title: 'Raw 270/271',
    needs: 'exchanges.read',
    area: 'setup',
    icon: IconFileSearch,
    search: check,
    load: async () => (await import('../../features/eligibility/exchange/exchange-page.tsx')).ExchangePage,
  }),
  // It comes once the setup is known to be open, so no entry may stand below it.
  page({
    path: '/setup',
    title: 'Set up',
    needs: 'setup.read',
    area: 'setup',
    icon: IconListCheck,
    inRail: WhileSetupIsOpen,
    search: z.object({ agency: id }),
    load: async () => (await import('../../features/admin/agencies/setup-page.tsx')).SetupPage,
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
