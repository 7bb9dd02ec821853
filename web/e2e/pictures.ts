import { mkdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium, type Page } from 'playwright-core';
import { findBrowser } from '@handoff/local/browser';
import { startDemoPlatform } from './platform.ts';

// Takes the pictures of the README in a real browser over the demo agencies: `npm run build pictures`.

const folder = fileURLToPath(new URL('../../infra/pictures', import.meta.url));
const size = { width: 1280, height: 720 };

const { url, stop } = await startDemoPlatform();
const browser = await chromium.launch({ executablePath: findBrowser(), args: ['--no-sandbox'] });
try {
  await mkdir(folder, { recursive: true });
  const marcus = await signIn(browser, 'Marcus Halesample');
  await marcus.getByRole('table').getByRole('link').first().waitFor();
  await take(marcus, 'worklist');
  await marcus.getByRole('link', { name: 'Demoray, Mabel' }).click();
  await marcus.getByRole('button', { name: 'Decline…' }).waitFor();
  await take(marcus, 'referral');
  await marcus.goto(`${url}/admin/settings`);
  await marcus.getByRole('link', { name: 'Admitted', exact: true }).click();
  await marcus.getByRole('heading', { name: 'Admitted' }).waitFor();
  await take(marcus, 'settings');

  const ada = await signIn(browser, 'Ada Quillsample');
  await ada.goto(`${url}/admin/imports`);
  const buffer = Buffer.from(stateFile());
  await ada.locator('input[type=file]').setInputFiles({ name: 'nh.csv', mimeType: 'text/csv', buffer });
  await ada.getByRole('combobox', { name: 'State' }).selectOption('NH');
  await ada.getByRole('button', { name: 'Upload and import' }).click();
  await ada.getByRole('heading', { name: 'What it changed' }).waitFor({ timeout: 60_000 });
  await take(ada, 'import');
} finally {
  await browser.close();
  await stop();
}

async function signIn(into: Browser, person: string): Promise<Page> {
  const context = await into.newContext({
    viewport: size,
    reducedMotion: 'reduce',
    timezoneId: 'America/New_York',
  });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('button', { name: person }).click();
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return page;
}

async function take(page: Page, name: string): Promise<void> {
  await page.locator('.Toastify__toast').first().waitFor({ state: 'detached' });
  await page.mouse.move(0, 0);
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor({ state: 'attached' });
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(500);
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
  }
}

/** A synthetic file: 20,000 addresses of two towns, and some rows without a number. */
function stateFile(): string {
  const rows = Array.from({ length: 20_000 }, (_, at) => {
    const [city, county, zip] =
      at % 2 === 0 ? ['KEENE', 'CHESHIRE', '03431'] : ['NASHUA', 'HILLSBOROUGH', '03060'];
    const street = ['MAIN ST', 'ORCHARD RD', 'ELM ST', 'HARBOR AVE'][at % 4];
    return `${at % 900 === 0 ? '' : at},${street},${city},${county},NH,${zip}`;
  });
  return ['number,street,city,county,state,zip', ...rows, ''].join('\n');
}
