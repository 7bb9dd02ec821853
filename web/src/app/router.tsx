import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Link,
  Navigate,
  retainSearchParams,
  RouterProvider,
} from '@tanstack/react-router';
import * as z from 'zod';
import { checkVerdicts } from '@handoff/shared/domain/eligibility/past-check';
import { categories } from '@handoff/shared/domain/eligibility/settings';
import { NotificationKind } from '@handoff/shared/domain/access/notification';
import { EmptyState } from '../components/page-states.tsx';
import { WorklistPage } from '../features/referrals/worklist/worklist-page.tsx';
import { WorklistAddress } from '../features/referrals/worklist/worklist-selection.ts';
import { useMay } from '../lib/current-person.ts';
import { Shell } from './shell.tsx';

const root = createRootRoute({
  // The paths are the specification's, so the business domain of a link travels in its search.
  validateSearch: z.object({ domain: z.string().max(80).optional().catch(undefined) }),
  search: { middlewares: [retainSearchParams(['domain'])] },
  component: Shell,
  notFoundComponent: NotFoundPage,
});

const start = createRoute({ getParentRoute: () => root, path: '/', component: StartPage });
const noAccess = createRoute({ getParentRoute: () => root, path: '/no-access', component: StartPage });

const worklist = createRoute({
  getParentRoute: () => root,
  path: '/referrals',
  validateSearch: WorklistAddress,
  component: WorklistPage,
});

const intake = createRoute({
  getParentRoute: () => root,
  path: '/referrals/new',
  component: lazyRouteComponent(() => import('../features/referrals/intake/intake-page.tsx'), 'IntakePage'),
});

const referral = createRoute({
  getParentRoute: () => root,
  path: '/referrals/$id',
  validateSearch: z.object({
    tab: z.enum(['overview', 'eligibility', 'documents', 'notes', 'activity']).optional().catch(undefined),
  }),
  component: lazyRouteComponent(
    () => import('../features/referrals/referral/referral-page.tsx'),
    'ReferralPage',
  ),
});

const referralEdit = createRoute({
  getParentRoute: () => root,
  path: '/referrals/$id/edit',
  component: lazyRouteComponent(() => import('../features/referrals/edit/edit-page.tsx'), 'ReferralEditPage'),
});

const id = z.string().min(1).max(80).optional().catch(undefined);

const eligibility = createRoute({
  getParentRoute: () => root,
  path: '/eligibility',
  validateSearch: z.object({ referral: id, again: id }),
  component: lazyRouteComponent(() => import('../features/eligibility/check/check-page.tsx'), 'CheckPage'),
});

const checkHistory = createRoute({
  getParentRoute: () => root,
  path: '/eligibility/history',
  validateSearch: z.object({
    category: z.enum(categories).optional().catch(undefined),
    verdict: z.enum(checkVerdicts).optional().catch(undefined),
    from: z.iso.date().optional().catch(undefined),
    to: z.iso.date().optional().catch(undefined),
    /** A check, for those of the same person. */
    person: id,
  }),
  component: lazyRouteComponent(
    () => import('../features/eligibility/history/history-page.tsx'),
    'HistoryPage',
  ),
});

const checkComparison = createRoute({
  getParentRoute: () => root,
  path: '/eligibility/compare',
  validateSearch: z.object({ before: id, after: id }),
  component: lazyRouteComponent(
    () => import('../features/eligibility/history/compare-page.tsx'),
    'ComparePage',
  ),
});

const checkSearch = z.object({ check: id });

const rawExchange = createRoute({
  getParentRoute: () => root,
  path: '/eligibility/exchange',
  validateSearch: checkSearch,
  component: lazyRouteComponent(
    () => import('../features/eligibility/exchange/exchange-page.tsx'),
    'ExchangePage',
  ),
});

const eligibilitySettings = createRoute({
  getParentRoute: () => root,
  path: '/eligibility/settings',
  component: lazyRouteComponent(
    () => import('../features/eligibility/rules/rules-page.tsx'),
    'EligibilityRulesPage',
  ),
});

const eligible = createRoute({
  getParentRoute: () => root,
  path: '/admin/medicareeligible',
  validateSearch: checkSearch,
  component: lazyRouteComponent(
    () => import('../features/eligibility/result/result-page.tsx'),
    'EligiblePage',
  ),
});

const eligibilityIssues = createRoute({
  getParentRoute: () => root,
  path: '/admin/medicareeligibilityissues',
  validateSearch: checkSearch,
  component: lazyRouteComponent(() => import('../features/eligibility/result/result-page.tsx'), 'IssuesPage'),
});

const notEligible = createRoute({
  getParentRoute: () => root,
  path: '/admin/medicarenoteligible',
  validateSearch: checkSearch,
  component: lazyRouteComponent(
    () => import('../features/eligibility/result/result-page.tsx'),
    'NotEligiblePage',
  ),
});

const imports = createRoute({
  getParentRoute: () => root,
  path: '/admin/imports',
  component: lazyRouteComponent(() => import('../features/imports/states/imports-page.tsx'), 'ImportsPage'),
});

const importRun = createRoute({
  getParentRoute: () => root,
  path: '/admin/imports/$importId',
  component: lazyRouteComponent(() => import('../features/imports/run/import-run-page.tsx'), 'ImportRunPage'),
});

const notifications = createRoute({
  getParentRoute: () => root,
  path: '/notifications',
  validateSearch: z.object({
    kind: NotificationKind.optional().catch(undefined),
    unread: z.literal(true).optional().catch(undefined),
  }),
  component: lazyRouteComponent(
    () => import('../features/notifications/notifications-page.tsx'),
    'NotificationsPage',
  ),
});

const audit = createRoute({
  getParentRoute: () => root,
  path: '/admin/audit',
  validateSearch: z.object({
    of: z.enum(['agency', 'system']).optional().catch(undefined),
    person: id,
    record: id,
    action: id,
    from: z.iso.date().optional().catch(undefined),
    to: z.iso.date().optional().catch(undefined),
  }),
  component: lazyRouteComponent(() => import('../features/audit/audit-page.tsx'), 'AuditPage'),
});

const router = createRouter({
  routeTree: root.addChildren([
    start,
    noAccess,
    worklist,
    intake,
    referral,
    referralEdit,
    eligibility,
    checkHistory,
    checkComparison,
    rawExchange,
    eligibilitySettings,
    eligible,
    eligibilityIssues,
    notEligible,
    imports,
    importRun,
    notifications,
    audit,
  ]),
  defaultPreload: 'intent',
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

export function Navigation() {
  return <RouterProvider router={router} />;
}

/** After a switch, what was on screen belongs to the former business domain; a link into the new one stays. */
export async function leaveFormerDomain(domain: string | undefined): Promise<void> {
  if (router.state.location.search.domain === domain) return;
  await router.navigate({ to: '/referrals', search: { domain }, replace: true });
}

/** The first area this person may open. */
function StartPage() {
  const maySeeReferrals = useMay('referrals.read');
  const mayImport = useMay('imports.manage');
  return <Navigate to={!maySeeReferrals && mayImport ? '/admin/imports' : '/referrals'} replace />;
}

function NotFoundPage() {
  return (
    <EmptyState title="There is nothing here" actions={<Link to="/referrals">To the referrals</Link>}>
      The page does not exist, or it belongs to an agency you do not work for.
    </EmptyState>
  );
}
