import { api } from '@handoff/shared/contract/api';
import { expect, test } from 'vitest';
import { freshApi } from '../../testing/api.ts';
import { changeUser } from '../../testing/stored.ts';

test('everyone in the agency gets its lists and its people, and no one in another one does', async () => {
  const handoff = await freshApi();
  await changeUser(handoff, 'cal', { Active: false });
  const settings = (await handoff.call(api.settings.get, {}, { as: 'vic' })).ok();
  expect(settings.SettingsDocumentTypesInfo.map(({ Id }) => Id)).toEqual(['face-sheet', 'orders']);
  expect(settings.SettingsReferralStatusesInfo.map(({ Id }) => Id)).toEqual(['new', 'review', 'closed']);
  expect(settings.SettingsSystemRolesInfo).toEqual(['Administrator', 'User']);
  const roles = ['Manager', 'Intake', 'Clinician', 'Viewer', 'Integration'];
  expect(settings.SettingsRolesWithinAgencyInfo).toEqual(roles);
  expect(
    settings.SettingsUsersInfo.map(({ FullName, RoleWithinAgency }) => [FullName, RoleWithinAgency]),
  ).toEqual([
    ['Ana Intake', 'Intake'],
    ['Bo Both', 'Intake'],
    ['Mia Manager', 'Manager'],
    ['Vic Viewer', 'Viewer'],
  ]);
  // Names and roles only: no address, no account.
  expect(JSON.stringify(settings)).not.toContain('@');
});

test("an administrator without an agency sees the system's settings, and no lists", async () => {
  const handoff = await freshApi();
  const settings = (await handoff.call(api.settings.get, {}, { as: 'ada' })).ok();
  expect(settings.SettingsSystemRolesInfo).not.toEqual([]);
  expect([settings.SettingsDocumentTypesInfo, settings.SettingsReferralStatusesInfo]).toEqual([[], []]);
});
