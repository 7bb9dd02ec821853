import type { Page } from 'playwright-core';
import { expect, onTestFinished, test } from 'vitest';
import { businessDomainsApi } from '@handoff/shared/contract/business-domains';
import { usersApi } from '@handoff/shared/contract/people/users';
import { IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import { proposedBusinessDomain } from '@handoff/shared/domain/agency/business-domain';
import { expectAccessibleInBothSchemes, signInAnew } from '../browser.ts';
import { startEmptyPlatform } from '../platform.ts';

const AGENCIES = 40;
const PEOPLE = 500;
/** The list of all takes this many times as long as that of one person. */
const SLOWER_AT_MOST = 4;

test(
  'with 40 agencies and 500 people the list is quick, finds anyone, fits every width, and gives a role to several at once',
  { timeout: 600_000 },
  async () => {
    const { url, stop } = await startEmptyPlatform();
    onTestFinished(stop);
    const alex = await signInAnew('Alex Admin', { url });
    const call = await callsOf(alex, url);
    const msWithOne = await msToShow(alex, { url, name: /Alex Admin/ });
    const agencies = await fill(call);

    expect(await msToShow(alex, { url, name: /Person 000/ })).toBeLessThan(msWithOne * SLOWER_AT_MOST);
    await alex.getByText(`Active ${PEOPLE + 1}`).waitFor();
    for (const width of [1440, 1280, 360]) {
      await alex.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(alex);
    }
    await alex.setViewportSize({ width: 1440, height: 900 });

    // The last one by name, far below the rows on the screen.
    const search = alex.getByRole('searchbox', { name: 'Search people' });
    await search.fill('person 499');
    await alex.getByRole('link', { name: 'Person 499' }).click();
    const panel = alex.getByRole('region', { name: 'What Person 499 may do' });
    await panel.getByLabel('Another agency for Person 499').fill('agency 37');
    await alex.getByRole('listbox').getByRole('option', { name: 'Agency 37' }).click();
    await panel.getByLabel('Role of Person 499 in Agency 37').selectOption('Viewer');
    await panel.getByRole('button', { name: 'Save' }).click();
    await alex.getByText('User updated successfully').waitFor();
    await panel.getByLabel('Copy the roles of a colleague to Person 499').fill('person 010');
    await alex.getByRole('listbox').getByRole('option', { name: 'Person 010' }).click();
    await panel.getByLabel('Role of Person 499 in Agency 10').waitFor();
    await panel.getByText('4 changes').waitFor();
    for (const width of [1280, 360]) {
      await alex.setViewportSize({ width, height: 900 });
      await expectNoSidewaysScroll(alex);
    }
    await alex.setViewportSize({ width: 1440, height: 900 });
    await panel.getByRole('button', { name: 'Undo' }).click();
    await panel.getByRole('button', { name: 'Close' }).click();

    await search.fill('');
    await alex.getByRole('combobox', { name: 'Agency', exact: true }).selectOption('Agency 05');
    const rows = alex.getByRole('table', { name: 'People and their roles' }).getByRole('row');
    await expect.poll(() => rows.count()).toBe(14);
    await alex.getByRole('checkbox', { name: 'Select all rows' }).check();
    const dock = alex.getByRole('region', { name: 'Selected people' });
    await dock.getByLabel('Role for the selected people').selectOption('Clinician');
    await dock.getByText('13 will have Clinician in Agency 05, 13 of them instead of another role').waitFor();
    await expectAccessibleInBothSchemes(alex);
    await dock.getByRole('button', { name: 'Give to 13' }).click();
    const changed = alex.getByRole('region', { name: 'Changed roles' });
    await changed.getByText('13 people: Clinician in Agency 05').waitFor();
    expect(await rolesIn(call, agencies[5])).toEqual(Array.from({ length: 13 }, () => 'Clinician'));
    await changed.getByRole('button', { name: 'Undo' }).click();
    await changed.waitFor({ state: 'detached' });
    expect(await rolesIn(call, agencies[5])).toEqual(Array.from({ length: 13 }, () => 'Intake'));
  },
);

async function msToShow(page: Page, { url, name }: { url: string; name: RegExp }): Promise<number> {
  const started = performance.now();
  await page.goto(`${url}/admin/users`);
  await page.getByRole('row', { name }).waitFor();
  return performance.now() - started;
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
    .toBeLessThanOrEqual(0);
}

const padded = (n: number, digits: number) => String(n).padStart(digits, '0');

/** Sends calls as the page does, because forms would take an hour. Returns the ids of the agencies. */
async function fill(call: Call): Promise<string[]> {
  const agencies = await inTurns(AGENCIES, async (n) => {
    const body = { ...proposedBusinessDomain, Name: `Agency ${padded(n, 2)}`, States: ['CT'] };
    const answer = await call('PUT', businessDomainsApi.create.path, body);
    return businessDomainsApi.create.output.parse(answer).BusinessDomainsInfo[0]?.Id ?? '';
  });
  await inTurns(PEOPLE, (n) =>
    call('PUT', usersApi.create.path, {
      LocalAccountId: `0b000000-0000-4000-8000-${padded(n, 12)}`,
      FullName: `Person ${padded(n, 3)}`,
      Email: `person${n}@agency.example`,
      SystemRole: 'User',
      RolesWithinAgencies: [
        { BusinessDomainId: agencies[n % AGENCIES], RoleWithinAgency: 'Intake' },
        ...(n === 10 ? [{ BusinessDomainId: agencies[30], RoleWithinAgency: 'Viewer' }] : []),
      ],
    }),
  );
  return agencies;
}

/** Four at once: writes about people wait for each other, because all of them are in one audit trail. */
async function inTurns<T>(count: number, work: (n: number) => Promise<T>): Promise<T[]> {
  const done: T[] = [];
  for (let from = 0; from < count; from += 4)
    // oxlint-disable-next-line no-await-in-loop -- the next four follow
    done.push(...(await Promise.all([0, 1, 2, 3].map((n) => work(from + n)))));
  return done;
}

async function rolesIn(call: Call, agency: string | undefined): Promise<string[]> {
  const { UserInfo } = usersApi.list.output.parse(await call('GET', usersApi.list.path));
  return UserInfo.flatMap(({ RolesWithinAgencies }) =>
    RolesWithinAgencies.filter((role) => role.BusinessDomainId === agency).map(
      ({ RoleWithinAgency }) => RoleWithinAgency,
    ),
  );
}

type Call = (method: string, path: string, data?: object) => Promise<unknown>;

async function callsOf(page: Page, url: string): Promise<Call> {
  const [request] = await Promise.all([
    page.waitForRequest(/\/api\/users\/get/),
    page.goto(`${url}/admin/users`),
  ]);
  const authorization = (await request.allHeaders())['authorization'] ?? '';
  return async (method, path, data) => {
    const headers = { authorization, [IDEMPOTENCY_KEY]: crypto.randomUUID() };
    const answer = await page.request.fetch(`${url}/api${path}`, { method, headers, ...(data && { data }) });
    expect([answer.status(), answer.ok() || (await answer.text())]).toEqual([200, true]);
    return answer.json();
  };
}
