import {
  createRootRoute,
  createRoute,
  retainSearchParams,
  type StaticDataRouteOption,
} from '@tanstack/react-router';
import type { Icon } from '@tabler/icons-react';
import { type ComponentType, createElement, lazy, type ReactNode, use } from 'react';
import * as z from 'zod';
import type { Permission } from '@handoff/shared/domain/access/role';
import { type CurrentPerson, useCurrentPerson } from '../../data/current-person.ts';

/** The sections of the rail, in order. */
export const areas = ['work', 'directory', 'setup'] as const;

interface Description {
  path: string;
  /** The title of the browser tab, and the page's name in the rail and the palette. */
  title: string;
  /** Any one of these opens the page; without it, everyone with access does. */
  needs?: Permission | readonly Permission[];
  /** A page with an icon is in the rail. */
  area?: (typeof areas)[number];
  icon?: Icon;
  /** Rendered beside its name in the rail, such as a count. */
  badge?: ComponentType;
  /** Wraps the rail entry and may hide it, such as for setup that is complete. */
  inRail?: ComponentType<{ children: ReactNode }>;
  /** The path of its rail entry, for a page whose own path does not begin with it. */
  within?: string;
}

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    page?: Description;
  }
}

// The paths are fixed by the specification, so a link carries its business domain as a search parameter.
const everySearch = z.object({ domain: z.string().max(80).optional().catch(undefined) });

export const root = createRootRoute({
  validateSearch: everySearch,
  search: { middlewares: [retainSearchParams(['domain'])] },
});

type SearchSchema = z.ZodType<Record<string, unknown>, Record<string, unknown>>;

interface Declaration<Path extends string, Search extends SearchSchema> extends Description {
  path: Path;
  search?: Search;
  load: () => Promise<ComponentType>;
}

/** One row of pages.ts: the address, name, permission and content of a page. */
export function page<const Path extends string, Search extends SearchSchema = typeof everySearch>({
  path,
  search,
  load,
  ...described
}: Declaration<Path, Search>) {
  return createRoute({
    getParentRoute: () => root,
    path,
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- left out, the type is that of everySearch
    validateSearch: search ?? (everySearch as unknown as Search),
    component: guarded({ path, ...described }, load),
    staticData: { page: { path, ...described } },
  });
}

export const describedIn = ({ options }: { options: { staticData?: StaticDataRouteOption } }) =>
  options.staticData?.page;

export function mayOpen({ security }: CurrentPerson, described: Pick<Description, 'needs'>): boolean {
  const needed = neededFor(described);
  return needed.length === 0 || security.Rights.some(({ Permission }) => needed.includes(Permission));
}

const neededFor = ({ needs = [] }: Pick<Description, 'needs'>) =>
  typeof needs === 'string' ? [needs] : needs;

/** The page's code failed to load: the network is gone, or a newer Handoff has replaced this tab's files. */
export class PageNotLoaded extends Error {}

const NoPermission = lazy(async () => ({
  default: (await import('../../ui/feedback/no-permission.tsx')).NoPermission,
}));

function guarded(described: Description, load: () => Promise<ComponentType>) {
  let loading: Promise<ComponentType> | undefined;
  const preload = () =>
    (loading ??= load().catch((cause: unknown) => {
      loading = undefined;
      throw new PageNotLoaded(described.title, { cause });
    }));

  function Guarded() {
    const isAllowed = mayOpen(useCurrentPerson(), described);
    return isAllowed ? <Loaded /> : <NoPermission permission={neededFor(described)} name={described.title} />;
  }
  function Loaded() {
    return createElement(use(preload()));
  }
  return Object.assign(Guarded, { preload: async () => void (await preload()) });
}
