import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { platformUrl, signInAnew } from '../browser.ts';

// Patient data must be in memory only.
test(
  'after a walk through the product the browser keeps nothing of a patient',
  { tags: ['main'] },
  async () => {
    const page = await signInAnew('Ana Marshdemo');
    const addresses = watchAddresses(page);
    const patients = watchPatients(page);

    await page.getByRole('link', { name: 'All', exact: true }).click();
    await page.getByRole('searchbox').fill('a');
    // Patients with Medicare have a number; the first row may be another story's patient.
    const insured = page.getByRole('table').getByRole('row').filter({ hasText: 'Medicare' });
    await insured.getByRole('link').first().click();
    await page.getByRole('button', { name: 'Show MBI and SSN' }).click();
    await page.getByRole('menuitem', { name: 'Confirm who the patient is' }).click();
    for (const tab of ['Documents', 'Notes', 'Activity', 'Overview'])
      await page.getByRole('link', { name: tab }).click();
    await page.getByRole('link', { name: 'Notes' }).click();
    await page.getByLabel('New note').fill('Zyxnotecanary');
    await page.getByRole('button', { name: 'Add note' }).click();
    await page.getByText('Referral notes updated successfully').waitFor();
    await page.getByRole('link', { name: 'Edit' }).click();
    await page.getByLabel('Clinical summary').waitFor();
    await page.goto(`${platformUrl}/referrals/new`);
    await page.getByLabel('First name').fill('Qwertzcanary');
    await page.getByLabel('Last name').fill('Yxcvbcanary');
    await page.getByLabel('Date of birth').fill('1931-07-29');
    await page.getByRole('combobox', { name: 'Street address' }).fill('4711 Canary Ln');
    await page.getByRole('button', { name: 'Save referral' }).click();

    const typed = ['Zyxnotecanary', 'Qwertzcanary', 'Yxcvbcanary', '1931-07-29', '4711 Canary Ln'];
    const canaries = [...typed, ...patients()];
    expect(canaries.length).toBeGreaterThan(100);
    expect(found(canaries, [await stored(page), addresses().join('\n')])).toEqual([]);

    // A control: the same search finds data that is there.
    await page.evaluate(
      (text) => localStorage.setItem('planted', btoa(`{"n":"${text}"}`)),
      canaries[0] ?? '',
    );
    expect(found(canaries, [await stored(page)])).toEqual([canaries[0]]);
  },
);

function watchAddresses(page: Page): () => string[] {
  const seen: string[] = [];
  page.on('request', (request) => seen.push(request.url()));
  page.on('framenavigated', (frame) => seen.push(frame.url()));
  return () => seen;
}

const Referrals = z.object({
  ReferralInfo: z.array(
    z.object({
      Patient: z.object({
        FirstName: z.string(),
        LastName: z.string(),
        DateOfBirth: z.string(),
        // Only an opened referral has it, not a list row.
        Phone: z.string().default(''),
      }),
    }),
  ),
});

/** Collects all patient data that the API has sent to this page. */
function watchPatients(page: Page): () => string[] {
  const told = new Set<string>();
  page.on('response', async (response) => {
    if (!response.url().includes('/api/referrals/') || response.request().method() === 'OPTIONS') return;
    const body: unknown = await response.json().catch(() => undefined);
    for (const { Patient } of Referrals.safeParse(body).data?.ReferralInfo ?? []) {
      const [year, month, day] = Patient.DateOfBirth.split('-');
      const name = `${Patient.FirstName} ${Patient.LastName}`;
      for (const text of [
        name,
        Patient.LastName,
        Patient.DateOfBirth,
        `${month}/${day}/${year}`,
        Patient.Phone,
      ])
        if (text.length > 4) told.add(text);
    }
  });
  return () => [...told];
}

/** Everything the browser stores for this origin. */
async function stored(page: Page): Promise<string> {
  const kept = await page.evaluate(async () => {
    // oxlint-disable-next-line unicorn/consistent-function-scoping -- the page has nothing of the outer scope
    const settled = <T>(request: IDBRequest<T>) =>
      new Promise<T>((resolve, reject) => {
        request.addEventListener('success', () => resolve(request.result));
        request.addEventListener('error', () => reject(request.error ?? new Error('No reason was given')));
      });
    const recordsOf = async ({ name = '' }: IDBDatabaseInfo) => {
      const database = await settled(indexedDB.open(name));
      const stores = [...database.objectStoreNames];
      const all = await Promise.all(
        stores.map((store) => settled(database.transaction(store).objectStore(store).getAll())),
      );
      database.close();
      return all;
    };
    const records = await Promise.all((await indexedDB.databases()).map(recordsOf));
    const caches = await Promise.all(
      (await window.caches.keys()).map(async (name) => (await window.caches.open(name)).keys()),
    );
    return JSON.stringify([
      Object.entries(localStorage),
      Object.entries(sessionStorage),
      records,
      caches.flat().map(({ url }) => url),
      history.state,
      document.cookie,
      document.title,
    ]);
  });
  return kept + JSON.stringify(await page.context().cookies());
}

function found(canaries: readonly string[], places: readonly string[]): string[] {
  const texts = places.map((place) => place.toLowerCase());
  return canaries.filter((canary) =>
    disguises(canary).some((text) => texts.some((place) => place.includes(text.toLowerCase()))),
  );
}

/** The text itself, its form in an address, and its base64 at each of the three offsets. */
function disguises(text: string): string[] {
  const base64 = [0, 1, 2].map((shift) =>
    Buffer.from(' '.repeat(shift) + text)
      .toString('base64')
      .replace(/=+$/, '')
      .slice(shift === 0 ? 0 : shift + 1, -2),
  );
  return [text, encodeURIComponent(text), encodeURIComponent(text).replaceAll('%20', '+'), ...base64];
}
