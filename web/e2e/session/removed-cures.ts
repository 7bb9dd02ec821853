import type { BrowserContext } from 'playwright-core';
import { platformUrl } from '../browser.ts';

// Browsers in which one protection cannot take effect.

/** The browser caches every page, because the header that forbids it is removed. */
export async function keepingEveryPage(context: BrowserContext): Promise<void> {
  // Chromium does not recognize a fulfilled response as local, so its requests need this permission.
  await context.grantPermissions(['local-network-access']);
  await context.route(isPage, async (route) => {
    const response = await route.fetch();
    const { 'cache-control': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}

const isPage = ({ origin, pathname }: URL): boolean =>
  origin === platformUrl && !/^\/api\/|\./.test(pathname);

/** The page gets no event when it is left or shown again. */
export async function deafToLeaving(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    globalThis.addEventListener = new Proxy(globalThis.addEventListener, {
      apply: (listen, target, args) =>
        ['pagehide', 'pageshow'].includes(args[0]) ? undefined : Reflect.apply(listen, target, args),
    });
  });
}

/** The lock is not stored. */
export async function withoutLock(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.assign(Storage.prototype, {
      setItem(this: Storage, key: string, value: string) {
        if (key !== 'handoff.locked') this[key] = value;
      },
    });
  });
}

/** Elements cannot be removed from the document. */
export async function leavingAllInPlace(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Element.prototype.replaceWith = () => {};
  });
}

/** The identity provider answers for the person it remembers, even when asked for a new sign-in. */
export async function withoutPrompt(context: BrowserContext): Promise<void> {
  await context.route(/\/authorize\?/, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.delete('prompt');
    await route.continue({ url: url.href });
  });
}
