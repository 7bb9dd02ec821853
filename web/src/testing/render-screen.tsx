import { MantineProvider } from '@mantine/core';
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { cleanup, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, StrictMode } from 'react';
import { SWRConfig } from 'swr';
import { onTestFinished } from 'vitest';
import { type CurrentPerson, CurrentPersonContext } from '../data/current-person.ts';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import type { CallOptions, InputOf } from '../data/send/client.ts';
import { accessTo, ApiContext } from '../data/use-api.ts';
import { theme } from '../ui/theme/theme.ts';
import { type Reply, talkTo } from './talk-to.ts';

const ana: CurrentPerson = {
  id: 'u-ana',
  name: 'Ana Marshdemo',
  email: 'ana@harbor.example',
  security: {
    UserId: 'u-ana',
    SessionId: null,
    FullName: 'Ana Marshdemo',
    SystemRole: 'User',
    RoleWithinAgency: 'Manager',
    Rights: [
      { Permission: 'referrals.edit', GrantedBy: 'Manager' },
      { Permission: 'documents.edit', GrantedBy: 'Manager' },
    ],
    BusinessDomainInfo: [],
    CurrentBusinessDomainId: null,
  },
  domains: [],
  domain: undefined,
  domainSwitched: () => {},
  signOut: () => {},
};

/**
 * Renders part of a page with a router and an API whose writes get these replies; its reads stay unanswered. Effects run
 * twice, so a test sees what starts with a mount instead of an event.
 */
export async function renderScreen(part: ReactNode, replies: Reply[] = []) {
  // Fields that grow with their text listen to it, and happy-dom has none.
  Object.defineProperty(document, 'fonts', { value: new EventTarget(), configurable: true });
  const { client, seen } = await talkTo(replies);
  const access = accessTo(client, 'domain-a');
  const reads: { path: string; signal: AbortSignal | undefined }[] = [];
  function call<E extends Endpoint>({ path }: E, _: InputOf<E>, { signal }: CallOptions = {}) {
    reads.push({ path, signal });
    return new Promise<never>(() => {});
  }
  const writesOnly = { ...access.client, call };
  const router = createRouter({
    routeTree: createRootRoute({ component: () => part }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  render(
    <StrictMode>
      <MantineProvider theme={theme} env="test">
        <SWRConfig value={{ provider: () => new Map() }}>
          <ApiContext value={{ ...access, client: writesOnly }}>
            <CurrentPersonContext value={ana}>
              <RouterProvider router={router} />
            </CurrentPersonContext>
          </ApiContext>
        </SWRConfig>
      </MantineProvider>
    </StrictMode>,
  );
  onTestFinished(cleanup);
  const search = (): unknown => router.state.location.search;
  return { seen, reads, search, user: userEvent.setup() };
}
