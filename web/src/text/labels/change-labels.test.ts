import { expect, test } from 'vitest';
import type { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import { actionText, conflictText, idInWords, valueText } from './change-labels.ts';
import { roleLines } from './role-labels.ts';

const settings: Output<typeof settingsApi.get> = {
  SettingsDocumentTypesInfo: [],
  SettingsReferralStatusesInfo: [],
  SettingsEligibilityStatusesInfo: [],
  SettingsDeclineReasonsInfo: [{ Id: 'no-capacity', Name: 'No capacity' }],
  SettingsDisciplinesInfo: [{ Id: 'Skilled nursing', Name: 'Nursing visits' }],
  SettingsZipCodesCountiesInfo: [],
  SettingsSystemRolesInfo: [],
  SettingsRolesWithinAgencyInfo: [],
  SettingsUsersInfo: [],
  SettingsPartnersInfo: [],
  SettingsSavedViewsInfo: [],
  SettingsEtags: {
    SettingsDocumentTypesInfo: '',
    SettingsReferralStatusesInfo: '',
    SettingsEligibilityStatusesInfo: '',
    SettingsDeclineReasonsInfo: '',
    SettingsDisciplinesInfo: '',
  },
};

test('a reason is named as the list names it, in the history and in a conflict', () => {
  expect(valueText('Decision.Reason', 'no-capacity', settings)).toBe('No capacity');
  expect(conflictText('Decision', { Kind: 'Declined', Reason: 'no-capacity', Comment: '' }, settings)).toBe(
    'Declined, No capacity',
  );
  expect(valueText('Decision.Reason', 'a reason of before', settings)).toBe('a reason of before');
});

test('services are named as their list names them now', () => {
  const ids = ['Skilled nursing', 'a service of before'];
  expect(valueText('Services', JSON.stringify(ids), settings)).toBe('Nursing visits; a service of before');
  expect(conflictText('Services', ids, settings)).toBe('Nursing visits; a service of before');
});

test('days are shown as on every page, and an end that was taken away as nothing', () => {
  expect(valueText('EndsOn', '2027-12-31', settings)).toBe('12/31/2027');
  expect(valueText('EndsOn', null, settings)).toBe('');
});

test('an address that both people changed is shown as one text', () => {
  expect(conflictText('Address', { StreetAddress: '1 MAIN ST', Unit: '', City: 'HARTFORD' }, settings)).toBe(
    '1 MAIN ST, HARTFORD',
  );
});

test('a record without a name is shown by its kind and the start of its id', () => {
  const hex = '3f9a01bc'.repeat(4);
  expect(idInWords(`document-${hex}-${hex}`)).toBe('Document 3f9a01bc');
  expect(idInWords(`contracted-payer-${hex}`)).toBe('Contracted payer 3f9a01bc');
  expect(idInWords(`domain-${hex}`)).toBe('Our agency 3f9a01bc');
  expect(idInWords('List of the audit')).toBe('List of the audit');
});

const role = (BusinessDomainId: string, RoleWithinAgency: string) => ({ BusinessDomainId, RoleWithinAgency });

test('changed roles are listed by agency, with the role before and after', () => {
  const change = {
    field: 'RolesWithinAgencies',
    old: JSON.stringify([role('domain-1', 'Intake'), role('domain-2', 'Viewer'), role('domain-3', 'Viewer')]),
    new: JSON.stringify([role('domain-1', 'Manager'), role('domain-3', 'Viewer')]),
  };
  const names = new Map([['domain-1', 'Harbor Home Care']]);
  expect(roleLines(change, names)).toEqual([
    { label: 'Harbor Home Care', old: 'Intake', now: 'Manager' },
    { label: 'domain-2', old: 'Viewer', now: '' },
  ]);
});

test('a list of the settings is named in words', () => {
  expect(actionText('list.updated', 'SettingsReferralStatusesInfo')).toBe('changed the referral statuses');
  expect(idInWords('SettingsDeclineReasonsInfo')).toBe('Decline reasons');
});
