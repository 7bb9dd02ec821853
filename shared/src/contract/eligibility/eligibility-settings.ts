import * as z from 'zod';
import { AgencyEligibilitySettings } from '../../domain/eligibility/agency-settings.ts';
import { categories } from '../../domain/eligibility/settings.ts';
import { defineEndpoint } from '../endpoint.ts';

const SettingsSlice = z.object({
  SettingsEligibilityInfo: AgencyEligibilitySettings,
  /** An empty text until they were first edited. */
  Etag: z.string(),
});

/** Which status a verdict gives a referral is in the list of eligibility statuses (`SetBy`). */
export const eligibilitySettingsCalls = {
  settings: defineEndpoint({
    method: 'GET',
    path: '/settings/geteligibilitysettings',
    summary: 'By which rules of the business domain eligibility is asked and judged',
    access: 'eligibility.check',
    mode: 'read',
    scope: 'domain',
    topic: 'settings',
    answers: { eligibilitySettings: 'SettingsEligibilityInfo' },
    output: SettingsSlice.extend({
      /** Who answers checks, and why that is no answer of Medicare's: known before the first one. */
      AskedOf: z.object({ Provider: z.string(), Label: z.string().nullable() }),
      /** Of a check that does not name one: what kind of agency this is decides. */
      DefaultCategory: z.enum(categories),
    }),
  }),
  updateSettings: defineEndpoint({
    method: 'PUT',
    path: '/settings/updateeligibilitysettings',
    summary: 'Replace those rules; earlier checks stay as they were judged',
    access: 'lists.edit',
    mode: 'atomic',
    scope: 'domain',
    body: z.strictObject({ Etag: z.string().max(80), SettingsEligibilityInfo: AgencyEligibilitySettings }),
    answers: { eligibilitySettings: 'SettingsEligibilityInfo' },
    output: SettingsSlice,
    success: 'Settings updated successfully',
  }),
} as const;
