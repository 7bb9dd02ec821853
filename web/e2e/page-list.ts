import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import {
  type Permission,
  permissionsByAgencyRole,
  permissionsBySystemRole,
} from '@handoff/shared/domain/access/role';
import { describedIn } from '../src/app/router/page.tsx';
import { pages } from '../src/app/router/pages.ts';

export interface Described {
  path: string;
  title: string;
  needs: readonly Permission[];
}

/** Pages without parameters. A record's own page has its own story. */
export const described: Described[] = pages.flatMap((page) => {
  const { path = '', title = '', needs = [] } = describedIn(page) ?? {};
  return path.includes('$') ? [] : [{ path, title, needs: typeof needs === 'string' ? [needs] : needs }];
});

export const manager = { name: 'Marcus Halesample', may: permissionsByAgencyRole.Manager };
export const administrator = { name: 'Ada Quillsample', may: permissionsBySystemRole.Administrator };
export const mayOpen = (person: typeof manager, { needs }: Described) =>
  needs.length === 0 || needs.some((each) => person.may.includes(each));

/** Visits each page once; the administrator opens those that managers cannot. */
export const pagesOf = (person: typeof manager) =>
  described.filter((each) => mayOpen(person, each) && (person === manager || !mayOpen(manager, each)));

/** Navigates within the application, which is several times faster than loading it again. */
export async function turnTo(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
}

/** Turns to a page and waits for its own title, because the page before has the same elements. */
export async function turnToLoaded(page: Page, { path, title }: Described): Promise<void> {
  await turnTo(page, path);
  // A result page without a check redirects to the form.
  const titles = [title, ...(path.startsWith('/admin/medicare') ? ['Eligibility'] : [])];
  const expected = titles.map((each) => `${each} · Handoff`);
  await expect.poll(() => page.title(), { message: path }).toBeOneOf(expected);
  await loaded(page);
}

async function loaded(page: Page): Promise<void> {
  await page.getByRole('heading').first().waitFor();
  await expect.poll(() => page.locator('[aria-label=Loading]').count()).toBe(0);
}

export const LONG = 900_000;
