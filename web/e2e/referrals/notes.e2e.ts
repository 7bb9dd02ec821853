import { expect, test } from 'vitest';
import {
  expectAccessible,
  expectAccessibleInBothSchemes,
  firstRow,
  openSecondTab,
  signIn,
  signInAnew,
} from '../browser.ts';

test('a priority note comes first, can be filtered, and marks the tab', async () => {
  const page = await signIn('Ana Marshdemo');
  await firstRow(page).click();
  await page.getByRole('link', { name: 'Edit' }).waitFor();
  await page.getByRole('link', { name: /^Notes/ }).click();

  const write = async (text: string, isPriority: boolean) => {
    await page.getByLabel('New note').fill(text);
    if (isPriority) await page.getByRole('checkbox', { name: 'Priority', exact: true }).check();
    await page.getByRole('button', { name: 'Add note' }).click();
    await page
      .getByRole('listitem')
      .filter({ hasText: text })
      .getByRole('button', { name: 'Edit note' })
      .waitFor();
  };
  await write('Oxygen at home: call before the first visit.', true);
  expect(await page.getByRole('checkbox', { name: 'Priority', exact: true }).isChecked()).toBe(false);
  await write('Daughter has the key.', false);

  // Another story of this person may have left drafts above the notes.
  const notes = page
    .getByRole('region', { name: 'Notes' })
    .getByRole('listitem')
    .filter({ hasNot: page.getByRole('button', { name: /^(?:Discard|Show \d+ more)/ }) });
  const first = notes.filter({ hasText: 'Oxygen at home' });
  await expect.poll(() => notes.first().textContent()).toContain('Oxygen at home');
  await page.getByRole('link', { name: /^Notes \d+ with priority$/ }).waitFor();
  await page.getByRole('checkbox', { name: 'Priority only' }).check();
  await notes.filter({ hasText: 'Daughter has the key.' }).waitFor({ state: 'hidden' });
  await expectAccessibleInBothSchemes(page);
  await page.getByRole('checkbox', { name: 'Priority only' }).uncheck();

  await first.getByRole('button', { name: 'Edit note' }).click();
  const editor = notes.filter({ has: page.getByRole('button', { name: 'Save note' }) });
  await editor.getByRole('checkbox', { name: 'Priority' }).uncheck();
  await editor.getByRole('button', { name: 'Save note' }).click();
  await expect.poll(() => notes.first().textContent()).toContain('Daughter has the key.');
});

test('a note is in the packet once it is shared; an internal note only on request', async () => {
  const page = await signIn('Ana Marshdemo');
  await page.getByRole('table').getByRole('link').nth(4).click();
  await page.getByRole('link', { name: 'Edit' }).waitFor();
  await page.getByRole('link', { name: /^Notes/ }).click();
  const write = async (text: string) => {
    await page.getByLabel('New note').fill(text);
    await page.getByRole('button', { name: 'Add note' }).click();
    const item = page.getByRole('listitem').filter({ hasText: text });
    await item.getByRole('button', { name: 'Edit note' }).waitFor();
    return item;
  };
  const internal = await write('Was short with us on the phone.');
  await page.getByText('Shared', { exact: true }).click();
  await page.getByText('Goes along with a transfer, the packet and the FHIR file').waitFor();
  const shared = await write('Key is under the third pot.');
  await page.getByText('For this agency only').waitFor();
  await shared.getByText('Shared', { exact: true }).waitFor();
  expect(await internal.getByText('Shared', { exact: true }).count()).toBe(0);
  await expectAccessibleInBothSchemes(page);

  await page.getByRole('button', { name: 'Export', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Packet to print or save as PDF' }).click();
  const paper = page.getByRole('article');
  await paper.getByText('Key is under the third pot.').waitFor();
  expect(await paper.getByText('Was short with us').count()).toBe(0);
  await page.getByRole('checkbox', { name: 'Internal notes too' }).check();
  await paper.getByText('Was short with us').waitFor();
  await expectAccessibleInBothSchemes(page);
});

test('a note that was half written when the browser was killed is offered on its referral until it is saved', async () => {
  const page = await signInAnew('Cleo Wintertest');
  await page.getByRole('table').getByRole('link').nth(7).click();
  await page.getByRole('link', { name: 'Notes' }).click();
  const kept = () => page.waitForResponse((answer) => answer.url().endsWith('/drafts/save') && answer.ok());
  const isKept = kept();
  await page.getByLabel('New note').pressSequentially('The daughter has the');
  await isKept;
  // Includes text typed right before another tab of the page was opened.
  const isKeptAgain = kept();
  await page.getByLabel('New note').pressSequentially(' key.');
  await page.getByRole('link', { name: 'Overview' }).click();
  await isKeptAgain;
  const again = await openSecondTab(page);
  await page.close({ runBeforeUnload: false });

  await again.getByRole('link', { name: 'Notes' }).click();
  const offered = again.getByRole('list', { name: 'Drafts' });
  await offered.getByText('Draft: note “The daughter has the key.”').waitFor();
  await expectAccessible(again);
  await offered.getByRole('button', { name: 'Continue' }).click();
  await expect.poll(() => again.getByLabel('New note').inputValue()).toBe('The daughter has the key.');
  expect(await offered.count()).toBe(0);
  const forgotten = again.waitForResponse((response) => response.url().endsWith('/drafts/delete'));
  await again.keyboard.press('Control+Enter');
  await forgotten;
  const read = again.waitForResponse((response) => response.url().includes('/drafts/get'));
  await again.reload();
  await read;
  await again.getByText('The daughter has the key.').waitFor();
  expect(await offered.count()).toBe(0);
});

test('a note that is longer than the screen is read by reading it', async () => {
  const page = await signIn('Ana Marshdemo');
  await page.getByRole('table').getByRole('link').nth(6).click();
  await page.getByRole('link', { name: /^Notes/ }).click();
  const address = page.url();
  const saved = page.waitForResponse(
    (answer) => answer.url().endsWith('/updatereferralnotes') && answer.ok(),
  );
  const text = Array.from({ length: 150 }, (_, line) => `Day ${line} of the long stay: nothing new.`);
  await page.getByLabel('New note').fill(text.join('\n'));
  await page.getByRole('button', { name: 'Add note' }).click();
  await saved;

  const reader = await signIn('Cleo Wintertest', {
    path: new URL(address).pathname + new URL(address).search,
  });
  const read = reader.waitForResponse((answer) => /readreferralnotebyid/.test(answer.url()) && answer.ok());
  await reader.getByText('Day 0 of the long stay').scrollIntoViewIfNeeded();
  expect((await read).ok()).toBe(true);
});
