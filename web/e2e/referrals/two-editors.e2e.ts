import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { expectAccessible, firstRow, platformUrl, signIn, slow } from '../browser.ts';

const conflicts = { expectedErrors: /status of 409/ };

test('two people edit one referral: fields that both changed are asked about, the others merge', async () => {
  const ana = await signIn('Ana Marshdemo', conflicts);
  const path = await openFirstReferral(ana);
  const marcus = await signIn('Marcus Halesample', conflicts);
  await Promise.all([ana, marcus].map((page) => page.goto(`${platformUrl}${path}/edit`)));
  const mask = await ana.getByLabel('Medicare number').inputValue();
  expect(mask).toMatch(/^\*{4}-\*{3}-/);
  await ana.getByLabel('Clinical summary').fill('As Ana was told.');

  await marcus.getByLabel('Clinical summary').fill('As Marcus was told.');
  await marcus.getByLabel('Unit').fill('7b');
  await marcus.getByRole('button', { name: 'Save changes' }).click();
  await marcus.getByText('Referral updated successfully').waitFor();

  await ana.getByText('Marcus Halesample has saved changes since you opened this').waitFor();
  // A field that she did not touch has the other person's value.
  await expect.poll(() => ana.getByLabel('Unit').inputValue()).toBe('7b');
  await ana.getByRole('combobox', { name: 'Organization' }).fill('Saint Merge Hospital');
  await ana.keyboard.press('Control+Enter');
  const dialog = ana.getByRole('dialog', { name: 'Marcus Halesample has changed this too' });
  await dialog.waitFor();
  expect(await dialog.getByRole('group').count()).toBe(1);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByRole('alert').waitFor();
  await expectAccessible(ana);
  await dialog.getByRole('radio', { name: /^Mine/ }).check();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await ana.waitForURL(`**${path}?*`);

  await ana.getByText('As Ana was told.').waitFor();
  await ana.getByText('Saint Merge Hospital').first().waitFor();
  await ana.getByText('7b').first().waitFor();
  await ana.goto(`${platformUrl}${path}/edit`);
  expect(await ana.getByLabel('Medicare number').inputValue()).toBe(mask);
});

test("another person's save after the last typed letter is kept by the save, which leaves the page at once", async () => {
  const ana = await signIn('Ana Marshdemo', conflicts);
  const path = await openFirstReferral(ana);
  const marcus = await signIn('Marcus Halesample');
  await Promise.all([ana, marcus].map((page) => page.goto(`${platformUrl}${path}/edit`)));
  await ana.getByLabel('Clinical summary').fill('Typed before.');

  await marcus.getByLabel('Unit').fill('9c');
  await marcus.getByRole('button', { name: 'Save changes' }).click();
  await expect.poll(() => ana.getByLabel('Unit').inputValue()).toBe('9c');
  await ana.getByRole('button', { name: 'Save changes' }).click();
  await ana.waitForURL(`**${path}?*`, { timeout: 10_000 });
  await ana.getByText('Typed before.').waitFor();
  await ana.getByText('9c').first().waitFor();
});

test("an acceptance beside another person's change that its page has not read is one request", async () => {
  const ana = await signIn('Ana Marshdemo', { path: '/referrals?view=Waiting' });
  const path = await openFirstReferral(ana);
  // Without a list around it, the page stays after the decision.
  await ana.goto(platformUrl + path);
  await priority(ana).waitFor();
  const marcus = await signIn('Marcus Halesample', { path });
  await slow(ana, '**/api/referrals/getreferralbyid?**', 60_000);
  const before = await priority(ana).getAttribute('aria-pressed');
  await priority(marcus).click();
  await marcus.getByText('Referral updated successfully').waitFor();
  expect(await priority(ana).getAttribute('aria-pressed')).toBe(before);
  const answers: number[] = [];
  ana.on('response', (response) => {
    if (response.url().endsWith('/api/referrals/update')) answers.push(response.status());
  });
  await ana.getByRole('button', { name: 'Accept', exact: true }).click();
  await ana.getByText('Referral updated successfully').waitFor();
  await expect.poll(() => priority(ana).getAttribute('aria-pressed')).not.toBe(before);
  expect(answers).toEqual([200]);
  await ana.getByRole('button', { name: 'Reopen' }).click();
  await ana.getByRole('button', { name: 'Accept', exact: true }).waitFor();
  await ana.unrouteAll({ behavior: 'ignoreErrors' });
});

test('an owner set by both people is asked about, and the other one can be kept', async () => {
  const ana = await signIn('Ana Marshdemo', conflicts);
  const path = await openFirstReferral(ana);
  const marcus = await signIn('Marcus Halesample', { path });
  await ownerOf(marcus).waitFor();

  // Her save is in progress when his arrives.
  let wasFirst = true;
  await ana.route('**/api/referrals/update', async (route) => {
    if (wasFirst) {
      wasFirst = false;
      await choose(marcus, 1);
      await marcus.getByText('Referral updated successfully').waitFor();
    }
    await route.continue();
  });
  await choose(ana, 2);
  const dialog = ana.getByRole('dialog', { name: 'Marcus Halesample has changed this too' });
  await dialog.getByRole('button', { name: 'Discard my changes' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const shown = async (page: Page) => (await ownerOf(page).inputValue()).replace(' (me)', '');
  const his = await shown(marcus);
  await expect.poll(() => shown(ana)).toBe(his);
});

test('other people at a referral and their edits are shown at once, and disappear when they leave', async () => {
  const ana = await signIn('Ana Marshdemo');
  const path = await openFirstReferral(ana);
  await expect.poll(() => others(ana).count()).toBe(0);

  const marcus = await signIn('Marcus Halesample', { path });
  await others(ana).getByText('Marcus Halesample').waitFor();
  await others(marcus).getByText('Ana Marshdemo').waitFor();
  await marcus.getByRole('link', { name: 'Edit' }).click();
  await marcus.getByRole('combobox', { name: 'Organization' }).focus();
  await others(ana).getByText('Editing source').waitFor();
  await ana.getByText('Marcus Halesample is editing this').waitFor();
  await expectAccessible(ana);
  await marcus.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name: 'Referrals' }).click();
  await others(ana).waitFor({ state: 'hidden' });

  await marcus.goto(`${platformUrl}${path}?tab=notes`);
  await marcus.getByLabel('New note').fill('Half of a');
  await others(ana).getByText('Editing notes').waitFor();
  // The browser is killed and sends nothing more.
  await marcus.close({ runBeforeUnload: false });
  await others(ana).waitFor({ state: 'hidden' });
});

const others = (page: Page) => page.getByRole('list', { name: 'Also here' });

async function openFirstReferral(page: Page): Promise<string> {
  await firstRow(page).click();
  await page.getByRole('link', { name: 'Edit' }).waitFor();
  return new URL(page.url()).pathname;
}

const priority = (page: Page) => page.getByRole('button', { name: 'Priority', exact: true });

const ownerOf = (page: Page) =>
  page.getByRole('combobox', { name: 'Owner' }).or(page.getByRole('textbox', { name: 'Owner' }));

/** Chooses another owner, this many options further down. */
async function choose(page: Page, further: number): Promise<void> {
  await ownerOf(page).click();
  const options = page.getByRole('option');
  await options.first().waitFor();
  const selected = await options.evaluateAll((all) =>
    all.findIndex((option) => option.getAttribute('aria-selected') === 'true'),
  );
  await options.nth((selected + further) % (await options.count())).click();
}
