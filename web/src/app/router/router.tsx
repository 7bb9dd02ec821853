import { createRoute, createRouter, Link, Navigate, RouterProvider } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { Bones, EmptyState } from '../../ui/feedback/page-states.tsx';
import { useCurrentPerson } from '../../data/current-person.ts';
import { PageError } from './page-error.tsx';
import { describedIn, mayOpen, root } from './page.tsx';
import { pages } from './pages.ts';
import { Shell } from '../shell/shell.tsx';

const AdministratorStart = lazy(async () => ({
  default: (await import('../../features/admin/agencies/administrator-start.tsx')).AdministratorStart,
}));

const start = createRoute({ getParentRoute: () => root, path: '/', component: StartPage });
const noAccess = createRoute({ getParentRoute: () => root, path: '/no-access', component: StartPage });

const router = createRouter({
  routeTree: root
    .update({ component: Shell, notFoundComponent: NotFoundPage })
    .addChildren([start, noAccess, ...pages]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultPendingComponent: PendingPage,
  defaultPendingMs: 200,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}

export function Navigation() {
  return <RouterProvider router={router} />;
}

/** After a switch the page belongs to the former business domain, but a link into the new one stays. */
export async function leaveFormerDomain(domain: string | undefined): Promise<void> {
  if (router.state.location.search.domain === domain) return;
  await router.navigate({ to: '/referrals', search: { domain }, replace: true });
}

/** The first page in the rail that this person may open. */
function StartPage() {
  const person = useCurrentPerson();
  const isWithoutAgency = person.domain === undefined && mayOpen(person, { needs: 'agencies.manage' });
  if (isWithoutAgency)
    return (
      <Suspense>
        <AdministratorStart />
      </Suspense>
    );
  const first = pages.find((page) => {
    const described = describedIn(page);
    return described?.icon && mayOpen(person, described);
  });
  return <Navigate to={first?.fullPath ?? '/notifications'} search={{}} replace />;
}

function PendingPage() {
  return (
    <div className="page">
      <Bones lines={9} />
    </div>
  );
}

function NotFoundPage() {
  return (
    <EmptyState title="Page not found" actions={<Link to="/referrals">Go to referrals</Link>}>
      The page does not exist, or it belongs to an agency you do not work for.
    </EmptyState>
  );
}
