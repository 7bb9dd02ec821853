import { expect, test } from 'vitest';
import { expectAccessibleInBothSchemes, signIn } from '../browser.ts';

const statusPath = '**/system/gethealth*';

test('an administrator reads how the installation is running, and asks again after a failure', async () => {
  const page = await signIn('Ada Quillsample', { expectedErrors: /status of 500/ });
  await page.route(statusPath, (route) =>
    route.fulfill({ status: 500, json: { ErrorMessage: 'Something went wrong', code: 'internal' } }),
  );
  await page.getByRole('link', { name: 'System health' }).click();
  await page.getByText('Something went wrong').first().waitFor();
  await page.unroute(statusPath);
  await page.getByRole('button', { name: 'Try again' }).click();

  // What works is one line until someone asks for it.
  await page.getByText('Everything is working.').waitFor();
  const records = page.getByText('Records and files answer.');
  expect(await records.isVisible()).toBe(false);
  await page.getByText(/^\d+ fine/).click();
  const jobs = page.getByRole('listitem').filter({ hasText: 'Retention' });
  await jobs.getByText(/^(Has not run yet|Ran ).*Next run of “Retention”: /).waitFor();
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Medicare' })
    .getByText(/sandbox/)
    .waitFor();
  await records.waitFor();

  // A failed job comes before everything that works.
  await page.route(statusPath, async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    const run = {
      StartedAt: body.CheckedAt,
      EndedAt: body.CheckedAt,
      Errors: 0,
      EndedBy: 'StoreUnavailable',
    };
    body.Jobs[5].LastRun = run;
    await route.fulfill({ response: answer, json: body });
  });
  await page.getByRole('button', { name: 'Check again' }).click();
  const trouble = page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem');
  await trouble.getByText(/stopped with an error \(StoreUnavailable\)/).waitFor();
  const first = page
    .getByRole('region')
    .filter({ has: page.getByRole('list') })
    .first();
  expect(await first.getAttribute('aria-label')).toBe('Needs attention');
  await expectAccessibleInBothSchemes(page);
});
