import { expect, onTestFinished, test } from 'vitest';
import type { Locator, Page } from 'playwright-core';
import { signInAnew as arrive } from '../browser.ts';
import { startEmptyPlatform } from '../platform.ts';

const MAX_ACTIONS = 105;

/** Counts a person's actions: filling a field is one, a choice from a list two. */
function createHands() {
  let actions = 0;
  const did = <T>(count: number, doing: Promise<T>): Promise<T> => {
    actions += count;
    return doing;
  };
  return {
    count: () => actions,
    /** Two clicks: the button, and the account. */
    signIn: (person: string, url: string) => did(2, arrive(person, { url })),
    click: (what: Locator) => did(1, what.click()),
    check: (what: Locator) => did(1, what.check()),
    type: (what: Locator, text: string) => did(1, what.fill(text)),
    press: (page: Page, keys: string) => did(1, page.keyboard.press(keys)),
    choose: (what: Locator, value: string) => did(2, what.selectOption(value)),
    chooseFile: (what: Locator, file: Parameters<Locator['setInputFiles']>[0]) =>
      did(2, what.setInputFiles(file)),
  };
}
type Hands = ReturnType<typeof createHands>;

test(
  'three people turn an empty system into a working agency in the browser',
  { timeout: 300_000 },
  async () => {
    const { url, stop } = await startEmptyPlatform();
    onTestFinished(stop);
    const started = performance.now();
    const hands = createHands();

    const alex = await hands.signIn('Alex Admin', url);
    await createAgency(hands, alex);
    const morgan = await hands.signIn('Morgan Reevesdemo', url);
    const iris = await hands.signIn('Iris Lambtest', url);
    expect([morgan, iris].map((page) => new URL(page.url()).pathname)).toEqual(['/no-access', '/no-access']);
    await hands.click(alex.getByRole('link', { name: 'Give access' }));
    await giveAccess(hands, alex, { person: 'Morgan Reevesdemo', role: 'Manager' });
    await giveAccess(hands, alex, { person: 'Iris Lambtest', role: 'Intake' });

    // No one reloads anything: the pages of the waiting people have continued by themselves.
    await morgan.getByRole('heading', { level: 1, name: 'Referrals' }).waitFor();
    await addDeclineReason(hands, morgan);
    await beginArea(hands, morgan);
    await importStateFile(hands, alex);
    // The open dialog offers the state that has gone live.
    await finishArea(hands, morgan);
    await addNamed(hands, morgan, {
      page: 'Payers',
      noun: 'payer',
      name: 'Medicare',
      saved: 'Contracted payer',
    });
    await addNamed(hands, morgan, {
      page: 'Partner agencies',
      noun: 'agency',
      name: 'Sample General Hospital',
      saved: 'Agency',
    });

    await enterNpi(hands, morgan);

    await takeReferral(hands, iris);
    await hands.click(iris.getByRole('button', { name: 'Accept' }));
    await iris.getByText('Accepted').first().waitFor();

    const seconds = Math.round((performance.now() - started) / 1000);
    process.stdout.write(`\nRESULT ${JSON.stringify({ actions: hands.count(), seconds })}\n`);
    expect(hands.count()).toBeLessThanOrEqual(MAX_ACTIONS);
    await morgan.goto(`${url}/setup`);
    await morgan.getByText('Everything is set up.').waitFor();
  },
);

async function createAgency(hands: Hands, page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1, name: 'Create your first agency' }).waitFor();
  // Four questions; the rest has values and can be opened.
  for (const name of ['Name', 'Kind of care', 'States it serves', 'NPIs'])
    expect(
      await page.getByRole('textbox', { name }).or(page.getByRole('combobox', { name })).isVisible(),
    ).toBe(true);
  for (const name of ['Color', 'Phone', 'Answer within (hours)', 'Time zone', 'Lock after (minutes)'])
    expect(await page.getByLabel(name, { exact: true }).isVisible()).toBe(false);
  await hands.type(page.getByLabel('Name'), 'Harbor Home Care');
  await hands.type(page.getByRole('combobox', { name: 'States it serves' }), 'VT');
  await hands.press(page, 'ArrowDown');
  await hands.press(page, 'Enter');
  // The list of states still covers the button.
  await hands.press(page, 'Control+Enter');
  await page.getByText('Our agency created successfully').waitFor();
  await page.getByRole('heading', { level: 1, name: 'Set up Harbor Home Care' }).waitFor();
}

async function giveAccess(
  hands: Hands,
  page: Page,
  { person, role }: { person: string; role: string },
): Promise<void> {
  const row = page.getByRole('region', { name: 'People waiting for access' }).getByRole('listitem');
  const own = row.filter({ hasText: person });
  await hands.choose(own.getByLabel(`Role for ${person}`), role);
  await hands.click(own.getByRole('button', { name: 'Give access' }));
  await own.waitFor({ state: 'detached' });
}

async function importStateFile(hands: Hands, page: Page): Promise<void> {
  await hands.click(page.getByRole('link', { name: 'Imports' }));
  const streets = ['1,MAIN ST', '2,MAIN ST', '3,ORCHARD RD'];
  const rows = streets.map((street) => `${street},BRATTLEBORO,WINDHAM,VT,05301`);
  const buffer = Buffer.from(['number,street,city,county,state,zip', ...rows, ''].join('\n'));
  await hands.chooseFile(page.locator('input[type=file]'), { name: 'vt.csv', mimeType: 'text/csv', buffer });
  await hands.choose(page.getByRole('combobox', { name: 'State' }), 'VT');
  await hands.click(page.getByRole('button', { name: 'Upload and import' }));
  await page.getByText('Live.', { exact: true }).waitFor({ timeout: 60_000 });
}

async function addDeclineReason(hands: Hands, page: Page): Promise<void> {
  await hands.click(page.getByRole('link', { name: 'Lists' }));
  await hands.click(page.getByRole('tab', { name: /Decline reasons/ }));
  await hands.click(page.getByRole('button', { name: /^Add/ }));
  await hands.type(page.getByLabel('Name'), 'Too far for a daily visit');
  await hands.press(page, 'Control+Enter');
  await page.getByText('Settings updated successfully').waitFor();
}

async function beginArea(hands: Hands, page: Page): Promise<void> {
  await hands.click(page.getByRole('link', { name: 'Service areas' }));
  await hands.click(page.getByRole('button', { name: 'Add service area' }));
  await hands.type(page.getByLabel('Name'), 'Vermont');
}

async function finishArea(hands: Hands, page: Page): Promise<void> {
  await hands.check(page.getByRole('checkbox', { name: /^VT/ }));
  await hands.press(page, 'Control+Enter');
  await page.getByText('Service Area created successfully').waitFor();
}

interface Named {
  page: string;
  noun: string;
  name: string;
  /** The noun in the toast. */
  saved: string;
}

async function addNamed(hands: Hands, page: Page, added: Named): Promise<void> {
  await hands.click(page.getByRole('link', { name: added.page, exact: true }));
  await hands.click(page.getByRole('button', { name: `Add ${added.noun}` }));
  await hands.type(page.getByLabel('Name').first(), added.name);
  await hands.press(page, 'Control+Enter');
  await page.getByText(`${added.saved} created successfully`).waitFor();
}

/** The setup page lists the missing step and links to it. */
async function enterNpi(hands: Hands, page: Page): Promise<void> {
  await hands.click(page.getByRole('link', { name: 'Set up' }));
  await hands.click(page.getByRole('link', { name: 'Enter the NPI' }));
  await hands.type(page.getByLabel('National provider identifier'), '1999999984');
  await hands.press(page, 'Enter');
  await hands.click(page.getByRole('button', { name: 'Save', exact: true }));
  await page.getByText('Settings updated successfully').waitFor();
}

async function takeReferral(hands: Hands, page: Page): Promise<void> {
  await hands.click(page.getByRole('button', { name: 'New referral' }).first());
  await hands.choose(page.getByLabel('Referral source'), 'Hospital');
  await hands.type(page.getByLabel('First name'), 'Nora');
  await hands.type(page.getByLabel('Last name'), 'Newcomer');
  await hands.type(page.getByLabel('Date of birth'), '1948-03-12');
  await hands.type(page.getByRole('combobox', { name: 'ZIP' }), '05301');
  await hands.press(page, 'Tab');
  await expect.poll(() => page.getByLabel('City').inputValue()).toBe('Brattleboro');
  await hands.type(page.getByRole('combobox', { name: 'Street address' }), '1 MAIN ST');
  await hands.press(page, 'Escape');
  await hands.click(page.getByRole('button', { name: 'Save referral' }));
  await page.getByText('Referral created successfully').waitFor();
}
