import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { everyEndpoint } from '@handoff/shared/contract/api';
import { deleteReferral, expectShown, failWithoutText, signInAnew as arrive } from './browser.ts';
import { askMedicare, file, records, stateFile, switchAgency, typeReferral } from './message-steps.ts';
import { advantageAnswer } from './pasted-answer.ts';
import { startEmptyPlatform } from './platform.ts';
import { specified, withoutScreen } from './specified-messages.ts';

const declared = new Set(everyEndpoint().flatMap(({ endpoint }) => endpoint.success ?? []));
const seen = new Set<string>();

/** Waits until the message is visible. */
async function expectText(page: Page, text: string): Promise<void> {
  await expectShown(page, text);
  seen.add(text);
}

async function press(page: Page, name: string, text: string): Promise<void> {
  await page.getByRole('button', { name }).click();
  await expectText(page, text);
}

const platform = { url: '', stop: () => Promise.resolve() };
beforeAll(async () => void Object.assign(platform, await startEmptyPlatform()));
afterAll(() => platform.stop());

const signIn = (person: string, expectedErrors?: RegExp) =>
  arrive(person, { url: platform.url, ...(expectedErrors && { expectedErrors }) });
const go = (page: Page, path: string) => page.goto(platform.url + path);
const add = (page: Page, noun: string) => page.getByRole('button', { name: `Add ${noun}` }).click();

test('the contract declares every success text of the specification', () => {
  expect(specified.successes.filter((text) => !declared.has(text))).toEqual([]);
});

test('the administrator creates agencies, gives and removes access, and imports a state', async () => {
  const alex = await signIn('Alex Admin');
  for (const name of ['Harbor Home Care', 'Evergreen Hospice']) {
    await go(alex, '/admin/agencies?edit=new');
    await alex.getByLabel('Name').fill(name);
    await alex.getByRole('combobox', { name: 'NPIs' }).fill('1999999984');
    await alex.keyboard.press('Enter');
    await alex.keyboard.press('Control+Enter');
    await alex.getByRole('heading', { level: 1, name: `Set up ${name}` }).waitFor();
  }
  await expectText(alex, 'Our agency created successfully');
  await go(alex, '/admin/agencies');
  await alex.getByRole('link', { name: 'Evergreen Hospice', exact: true }).click();
  await alex.getByLabel('Answer within (hours)').fill('8');
  await alex.keyboard.press('Control+Enter');
  await expectText(alex, 'Our agency updated successfully');

  const morgan = await signIn('Morgan Reevesdemo', /status of 401/);
  await signIn('Iris Lambtest');
  await go(alex, '/admin/users');
  await alex.getByLabel('Agency for Morgan Reevesdemo').selectOption('Harbor Home Care');
  await alex.getByLabel('Role for Morgan Reevesdemo').selectOption('Manager');
  await alex.getByRole('button', { name: 'Give access' }).first().click();
  await expectText(alex, 'User created successfully');
  await press(alex, 'Refuse Iris Lambtest', 'User deleted successfully');
  await alex.getByRole('link', { name: 'Morgan Reevesdemo' }).click();
  await alex.getByRole('combobox', { name: 'Another agency for Morgan Reevesdemo' }).click();
  await alex.getByRole('listbox').getByRole('option', { name: 'Evergreen Hospice' }).click();
  await alex.getByLabel('Role of Morgan Reevesdemo in Evergreen Hospice').selectOption('Manager');
  await press(alex, 'Save', 'User updated successfully');
  await alex.getByRole('button', { name: 'Sign out everywhere…' }).click();
  await press(alex, 'Sign out on all devices', 'Morgan Reevesdemo was signed out on all devices');
  // The identity provider's session is not enough: Morgan has to sign in again.
  await morgan.reload();
  await morgan.getByText('You were signed out on all devices. Please sign in again.').waitFor();
  await morgan.getByRole('button', { name: 'Sign in' }).click();
  await morgan.getByRole('button', { name: 'Morgan Reevesdemo' }).click();
  await morgan.getByRole('button', { name: 'Morgan Reevesdemo, account' }).waitFor();
  await alex.getByRole('button', { name: 'Invite a person' }).click();
  await alex.getByLabel('E-mail address').fill('pat@harbor.example');
  await alex.getByRole('dialog').getByRole('button', { name: 'Invite' }).click();
  await expectText(alex, 'Invitation added successfully');
  await alex.getByRole('button', { name: 'Cancel the invitation of pat@harbor.example' }).click();
  await alex.getByRole('dialog').getByRole('button', { name: 'Cancel the invitation' }).click();
  await expectText(alex, 'Invitation canceled successfully');

  await go(alex, '/admin/imports');
  await alex.locator('input[type=file]').setInputFiles(file('vt.csv', 'text/csv', stateFile));
  await alex.getByRole('combobox', { name: 'State' }).selectOption('VT');
  await press(alex, 'Upload and import', 'Import started');
});

test('a manager adds, changes and deletes a record of each kind, and changes settings', async () => {
  const morgan = await signIn('Morgan Reevesdemo', /status of 404/);
  for (const { path, noun, label, created } of records) {
    await go(morgan, `/${path}`);
    await add(morgan, noun);
    await morgan.getByLabel('Name').first().fill('Messenger Example');
    if (noun === 'plan') await morgan.getByLabel('Contract number').fill('H5521');
    if (noun === 'service area') await morgan.getByRole('checkbox', { name: /^VT/ }).check();
    await morgan.keyboard.press('Control+Enter');
    await expectText(morgan, `${label} ${created} successfully`);
    await morgan.getByRole('heading', { name: 'Messenger Example' }).waitFor();
    await morgan.getByLabel('Name').first().fill('Messenger Example Two');
    await morgan.keyboard.press('Control+Enter');
    await expectText(morgan, `${label} updated successfully`);
    await morgan.getByRole('button', { name: 'Delete…' }).click();
    await morgan.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await expectText(morgan, `${label} deleted successfully`);
  }
  await go(morgan, '/admin/settings?list=SettingsDeclineReasonsInfo&edit=new');
  await morgan.getByLabel('Name').fill('Too far for a daily visit');
  await morgan.keyboard.press('Control+Enter');
  await expectText(morgan, 'Settings updated successfully');
});

test('a manager keeps the do-not-readmit list', async () => {
  const morgan = await signIn('Morgan Reevesdemo');
  await go(morgan, '/do-not-readmit?edit=new');
  await morgan.getByLabel('First name').fill('Tess');
  await morgan.getByLabel('Last name').fill('Stoppedtest');
  await morgan.getByLabel('Date of birth').fill('1949-01-02');
  await morgan.keyboard.press('Control+Enter');
  await morgan.getByText('Choose a reason').waitFor();
  await morgan.getByRole('combobox', { name: 'Reason' }).click();
  await morgan.getByRole('option', { name: 'Other' }).click();
  await morgan.keyboard.press('Control+Enter');
  await expectText(morgan, 'Do-not-readmit entry added successfully');
  await morgan.getByRole('link', { name: 'Stoppedtest, Tess' }).click();
  await morgan.getByLabel('Note').fill('See the incident of May');
  await press(morgan, 'Save', 'Do-not-readmit entry updated successfully');
  await morgan.getByRole('button', { name: 'Remove…' }).click();
  await press(morgan, 'Remove from the list', 'Do-not-readmit entry deleted successfully');
});

test('a referral is recorded, changed, gets a note and a file, and is checked with Medicare', async () => {
  // A deleted referral's page may read it again before it closes. An edit that was just accepted is deleted at its new
  // version.
  const morgan = await signIn('Morgan Reevesdemo', /status of 40[49]/);
  await go(morgan, '/referrals/new');
  await typeReferral(morgan);
  await press(morgan, 'Save referral', 'Referral created successfully');

  await morgan.getByRole('link', { name: /Notes/ }).click();
  await morgan.getByLabel('New note').fill('Call before noon.');
  await press(morgan, 'Add note', 'Referral notes updated successfully');
  await morgan.getByRole('link', { name: /Documents/ }).click();
  await morgan
    .getByLabel('Attach files')
    .setInputFiles(file('orders.pdf', 'application/pdf', '%PDF-1.4\n%%EOF\n'));
  await expectText(morgan, 'Document uploaded successfully');
  await morgan.getByRole('button', { name: 'Change orders.pdf' }).click();
  await morgan.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('signed orders.pdf');
  await morgan.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await press(morgan, 'Download signed orders.pdf', 'File downloaded successfully');
  await morgan.getByRole('button', { name: 'Delete signed orders.pdf' }).click();
  await morgan
    .getByText('signed orders.pdf was deleted. It can be restored until')
    .getByRole('button')
    .click();
  await expectText(morgan, 'Document restored successfully');
  await askTheSender(morgan);
  await press(morgan, 'Accept', 'Referral updated successfully');
  for (const verb of ['Place', 'Release']) {
    await morgan.getByRole('button', { name: 'More actions' }).click();
    await morgan.getByRole('menuitem', { name: new RegExp(`^${verb} .*legal hold…`) }).click();
    await morgan.getByRole('dialog').getByLabel('Reason').fill('Request of our counsel');
    await press(morgan, `${verb} the hold`, 'Legal hold updated successfully');
  }
  await deleteReferral(morgan);
  const undo = morgan.getByText('was deleted. It can be restored until').last().getByRole('button');
  // The toast enters from above the screen.
  await expect.poll(async () => (await undo.boundingBox())?.y).toBeGreaterThan(0);
  const place = await undo.boundingBox();
  await morgan.getByText('Legal hold updated successfully').last().waitFor({ state: 'hidden' });
  // A closing toast must not move a button that someone is about to press.
  expect(await undo.boundingBox()).toEqual(place);
  await undo.click();
  await expectText(morgan, 'Referral restored successfully');
  await go(morgan, '/referrals/new');
  await typeReferral(morgan);
  await press(morgan, 'Save referral', 'Referral created successfully');
  await morgan.getByRole('button', { name: 'Merge…' }).click();
  await morgan.getByRole('radio', { name: /^The other one/ }).check();
  await morgan.getByRole('dialog').getByRole('button', { name: 'Merge' }).click();
  await morgan.getByText('The referrals were merged. This can be undone until').waitFor();

  await go(morgan, '/eligibility');
  await askMedicare(morgan, '1EG4-TE5-MK10');
  await expectText(morgan, 'Received the eligibility response');
  await go(morgan, '/eligibility');
  await morgan.getByText('Paste a 271 response').click();
  await morgan
    .getByLabel('Medicare response')
    .fill(
      await advantageAnswer({ mbi: '1EG4-TE5-MK03', first: 'Jane', last: 'Sampledemo', born: '1941-03-05' }),
    );
  await askMedicare(morgan, '1EG4-TE5-MK03');
  await expectText(morgan, 'Read the eligibility response');
});

async function askTheSender(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Request documents…' }).click();
  await dialog.getByLabel('Message to the source').fill('Please call us.');
  await dialog.getByRole('button', { name: 'Create link' }).click();
  await expectText(page, 'Link created successfully');
  await dialog.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('button', { name: 'Change the message…' }).click();
  await dialog.getByLabel('Message to the source').fill('Please call us before noon.');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expectText(page, 'Message updated successfully');
  await page.getByRole('button', { name: 'Revoke…' }).click();
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await expectText(page, 'Link revoked successfully');
}

test('a restricted referral is opened by emergency access, which a manager reviews', async () => {
  const alex = await signIn('Alex Admin');
  const sol = await signIn('Sol Kingsample', /status of 404/);
  await go(alex, '/admin/users');
  await alex.getByLabel('Agency for Sol Kingsample').selectOption('Harbor Home Care');
  await alex.getByLabel('Role for Sol Kingsample').selectOption('Viewer');
  await press(alex, 'Give access', 'User created successfully');

  const morgan = await signIn('Morgan Reevesdemo');
  await go(morgan, '/referrals?view=All');
  await morgan.getByRole('link', { name: 'Messagetest' }).click();
  await morgan.getByRole('button', { name: 'Restrict…' }).click();
  await morgan.getByRole('dialog').getByLabel('Reason').fill('A neighbor of our staff');
  await morgan.getByRole('dialog').getByRole('button', { name: 'Restrict', exact: true }).click();
  await expectText(morgan, 'Restriction updated successfully');
  await morgan.getByText('Only named people see it').waitFor();

  await go(sol, '/referrals');
  await sol.getByLabel('Search the referrals').fill('Messagetest');
  await sol.getByRole('button', { name: 'Search restricted patients…' }).click();
  await sol.getByRole('dialog').getByLabel('First name').fill('Tess');
  await sol.getByRole('dialog').getByLabel('Last name').fill('Messagetest');
  await sol.getByRole('dialog').getByLabel('Date of birth').fill('1949-01-02');
  await sol.getByRole('dialog').getByRole('button', { name: 'Find' }).click();
  await sol.getByLabel('What do you need it for?').fill('The patient called in pain');
  await press(sol, 'Open by emergency access', 'Emergency access opened successfully');
  await sol.getByRole('heading', { name: 'Messagetest, Tess' }).waitFor();

  await go(morgan, '/admin/audit');
  await morgan.getByText('“The patient called in pain”').waitFor();
  await morgan.getByRole('button', { name: 'Review…' }).click();
  await press(morgan, 'Record the review', 'Review recorded successfully');
  await morgan.getByText('Appropriate, said Morgan Reevesdemo').waitFor();
});

test('a switch of the agency shows a message when it succeeds, and when it fails without a reason', async () => {
  // A read that is on its way during the switch is refused, and repeated.
  const morgan = await signIn('Morgan Reevesdemo', /status of 409 .*\/api\/referrals\/getreferralcounts/);
  await failWithoutText(morgan, 'switchbussinessdomaininformation');
  await switchAgency(morgan);
  await expectText(morgan, 'An error occurred during bussiness domain switching.');
  await morgan.reload();
  await switchAgency(morgan);
  await expectText(morgan, 'Business domain switched successfully');
});

test('a failed save without a reason shows a message, one without a response says that it is retried, and so does a page', async () => {
  const morgan = await signIn('Morgan Reevesdemo', /ERR_FAILED/);
  await go(morgan, '/insurances');
  await failWithoutText(morgan, 'AddInsurance');
  await add(morgan, 'insurance');
  await morgan.getByLabel('Name').fill('Never saved');
  await morgan.keyboard.press('Control+Enter');
  await expectText(morgan, 'An unexpected error occurred');

  await morgan.reload();
  let tries = 0;
  await morgan.route('**/api/settings/AddInsurance', (route) => {
    tries += 1;
    return route.abort();
  });
  await add(morgan, 'insurance');
  await morgan.getByLabel('Name').fill('Tried again');
  await morgan.keyboard.press('Control+Enter');
  await morgan.getByText('No response from server yet. Trying again…').waitFor();
  expect(tries).toBeLessThanOrEqual(3);
  await morgan.unroute('**/api/settings/AddInsurance');
  await expectText(morgan, 'Insurance added successfully');

  await morgan.route('**/api/audit/**', (route) => route.abort());
  await go(morgan, '/admin/audit');
  await expectText(morgan, 'No response from server. Please check your network connection.');
});

test('a sign-in whose popup is blocked shows a message', async () => {
  const page = await signIn('Morgan Reevesdemo');
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await page.context().clearCookies();
  await page.evaluate(() => {
    for (const key of Object.keys(sessionStorage))
      if (/accesstoken|refreshtoken/i.test(key)) sessionStorage.removeItem(key);
  });
  await page.addInitScript(() => (window.open = () => null));
  await page.reload();
  await expectText(page, 'An error occurred during login.');
});

test('the administrator confirms that someone needs access, and removes it', async () => {
  const alex = await signIn('Alex Admin');
  await go(alex, '/admin/access-review');
  await alex.getByRole('combobox', { name: 'Agency' }).selectOption('Evergreen Hospice');
  const morgan = alex.getByRole('row').filter({ hasText: 'Morgan Reevesdemo' });
  await morgan.getByRole('checkbox').check();
  await press(alex, 'Confirm access', 'Access confirmed successfully');
  await morgan.getByRole('button', { name: 'Remove the access of' }).click();
  await press(alex, 'Remove access', 'Access removed successfully');
  await expect.poll(() => morgan.count()).toBe(0);
});

test('a manager limits a discipline, and opens it again', async () => {
  // Its activity is shown until it is gone.
  const morgan = await signIn('Morgan Reevesdemo', /status of 404/);
  await go(morgan, '/service-areas?edit=new');
  await morgan.getByLabel('Name').first().fill('All of Vermont');
  await morgan.getByRole('checkbox', { name: /^VT/ }).check();
  await morgan.keyboard.press('Control+Enter');
  await morgan.getByRole('heading', { name: 'All of Vermont' }).waitFor();
  await go(morgan, '/coverage');
  const cell = morgan
    .getByRole('row', { name: /^All of VT/ })
    .getByRole('button')
    .first();
  await cell.click();
  await press(morgan, 'Save capacity', 'Capacity updated successfully');
  await cell.click();
  await morgan.getByRole('button', { name: 'Open again…' }).click();
  await morgan.getByRole('dialog').getByRole('button', { name: 'Open again', exact: true }).click();
  await expectText(morgan, 'Capacity deleted successfully');
});

test('the stories have shown every text of the specification, and every success that a screen can have', () => {
  const wanted = [...specified.successes, ...specified.errors, ...declared];
  const unseen = [...new Set(wanted)].filter((text) => !seen.has(text) && !withoutScreen.includes(text));
  expect(unseen).toEqual([]);
  expect(withoutScreen.filter((text) => !declared.has(text) || seen.has(text))).toEqual([]);
});
