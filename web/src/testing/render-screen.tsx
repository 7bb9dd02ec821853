import { MantineProvider } from '@mantine/core';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from '@tanstack/react-router';
import { cleanup, configure, render } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { type ReactNode, StrictMode } from 'react';
import { SWRConfig } from 'swr';
import { onTestFinished } from 'vitest';
import { type CurrentPerson, CurrentPersonContext } from '../data/current-person.ts';
import type { Endpoint } from '@handoff/shared/contract/endpoint';
import type { CallOptions, InputOf } from '../data/send/client.ts';
import { accessTo, ApiContext } from '../data/use-api.ts';
import { theme } from '../ui/theme/theme.ts';
import { fillHappyDomGaps } from './happy-dom-gaps.ts';
import { type Answers, type Reply, talkTo } from './talk-to.ts';

// A busy machine takes several times as long, and no claim depends on it.
configure({ asyncUtilTimeout: 10_000 });

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

interface ScreenOptions {
  /** The address of the part, for pages that read their own. */
  at?: string;
  answers?: Answers;
}

/**
 * Renders part of a page with a router and an API whose writes get these replies; reads without an answer of their own
 * stay unanswered. Effects run twice, so a test sees what starts with a mount instead of an event.
 */
export async function renderScreen(
  part: ReactNode,
  replies: Reply[] = [],
  { at = '/', answers = {} }: ScreenOptions = {},
) {
  fillHappyDomGaps();
  const { client, seen } = await talkTo(replies, {}, answers);
  const access = accessTo(client, 'domain-a');
  const reads: { path: string; signal: AbortSignal | undefined }[] = [];
  function call<E extends Endpoint>(endpoint: E, input: InputOf<E>, how: CallOptions = {}) {
    const { path, mode } = endpoint;
    const isWrite = mode === 'atomic' || mode === 'lease';
    if (!isWrite) reads.push({ path, signal: how.signal });
    return isWrite || path in answers
      ? access.client.call(endpoint, input, how)
      : new Promise<never>(() => {});
  }
  const answeredOnly = { ...access.client, call };
  const root = createRootRoute();
  const here = createRoute({ getParentRoute: () => root, path: at, component: () => part });
  const elsewhere = createRoute({ getParentRoute: () => root, path: '$' });
  const router = createRouter({
    routeTree: root.addChildren([here, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
  });
  render(
    <StrictMode>
      <MantineProvider theme={theme} env="test">
        <SWRConfig value={{ provider: () => new Map() }}>
          <ApiContext value={{ ...access, client: answeredOnly }}>
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
  const address = () => router.state.location.href;
  return { seen, reads, search, address, user: userEvent.setup() };
}
