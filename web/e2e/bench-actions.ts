import type { Page } from 'playwright-core';

/** Declines the open referral with a reason; the status follows by itself. */
export async function actionsOfADecline(page: Page): Promise<number> {
  const act = actionsOn(page);
  await act.press('Decline…');
  await act.choose('Reason', 'Outside the service area');
  await act.press('Decline the referral');
  await page.getByText('Referral updated successfully').waitFor();
  await page.getByRole('button', { name: 'Reopen' }).click();
  await page.getByRole('button', { name: 'Accept' }).waitFor();
  return act.count();
}

export async function actionsOfAnAcceptance(page: Page): Promise<number> {
  const act = actionsOn(page);
  await act.press('Accept');
  await page.getByRole('button', { name: 'Reopen' }).waitFor();
  return act.count();
}

/** From an open referral to Medicare's answer beside it. */
export async function actionsOfACheck(page: Page, url: string): Promise<number> {
  const before = page.url();
  await page.goto(`${url}/referrals?view=All`);
  await page.getByRole('table').locator('[data-row-link]').first().click();
  const eligibility = page.getByRole('region', { name: 'Medicare eligibility' });
  const act = actionsOn(page);
  await eligibility.waitFor();
  await act.pressKey('e');
  await eligibility.getByText(/ on \d\d\/\d\d\/\d{4}/).waitFor();
  await page.goto(before);
  return act.count();
}

function actionsOn(page: Page) {
  let count = 0;
  return {
    async press(name: string) {
      count += 1;
      await page.getByRole('button', { name }).click();
    },
    async pressKey(key: string) {
      count += 1;
      await page.keyboard.press(key);
    },
    async choose(field: string, option: string) {
      count += 2;
      await page.getByRole('combobox', { name: field }).click();
      await page.getByRole('option', { name: option }).click();
    },
    count: () => count,
  };
}
