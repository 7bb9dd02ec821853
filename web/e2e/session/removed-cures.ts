import type { BrowserContext } from 'playwright-core';
import { platformUrl } from '../browser.ts';

// Browsers in which a protection finds nothing to hold on to.

/** The page is not asked whether it may be kept. */
export async function keepingEveryPage(context: BrowserContext): Promise<void> {
  // Chromium does not know that the page is from this machine, when someone else hands it over.
  await context.grantPermissions(['local-network-access']);
  await context.route(isPage, async (route) => {
    const response = await route.fetch();
    const { 'cache-control': _, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
}

const isPage = ({ origin, pathname }: URL): boolean =>
  origin === platformUrl && !/^\/api\/|\./.test(pathname);

/** No page hears that it is left, or shown again. */
export async function deafToLeaving(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    globalThis.addEventListener = new Proxy(globalThis.addEventListener, {
      apply: (listen, target, args) =>
        ['pagehide', 'pageshow'].includes(args[0]) ? undefined : Reflect.apply(listen, target, args),
    });
  });
}

/** That it is locked stands nowhere. */
export async function withoutLock(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Object.assign(Storage.prototype, {
      setItem(this: Storage, key: string, value: string) {
        if (key !== 'handoff.locked') this[key] = value;
      },
    });
  });
}

/** Nothing can be taken out of a document. */
export async function leavingAllInPlace(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    Element.prototype.replaceWith = () => {};
  });
}

/** The identity provider answers for whom it remembers, whatever it was asked. */
export async function withoutPrompt(context: BrowserContext): Promise<void> {
  await context.route(/\/authorize\?/, async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.delete('prompt');
    await route.continue({ url: url.href });
  });
}
