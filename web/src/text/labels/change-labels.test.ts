import { expect, test } from 'vitest';
import type { settingsApi } from '@handoff/shared/contract/settings';
import type { Output } from '@handoff/shared/contract/endpoint';
import { conflictText, valueText } from './change-labels.ts';

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

test('an address that both people changed is shown as one text', () => {
  expect(conflictText('Address', { StreetAddress: '1 MAIN ST', Unit: '', City: 'HARTFORD' }, settings)).toBe(
    '1 MAIN ST, HARTFORD',
  );
});
