import * as z from 'zod';
import { AgencyEligibilitySettings } from '../../domain/eligibility/agency-settings.ts';
import { categories } from '../../domain/eligibility/settings.ts';
import { get, put } from '../endpoint.ts';
import { Etag } from '../../domain/records/record-id.ts';

const SettingsSlice = z.object({
  SettingsEligibilityInfo: AgencyEligibilitySettings,
  /** An empty text until they were first edited. */
  Etag: z.string(),
});

/** The list of eligibility statuses says which status a verdict gives a referral (`SetBy`). */
export const eligibilitySettingsCalls = {
  settings: get('/settings/geteligibilitysettings', {
    summary: 'By which rules of the business domain eligibility is asked and judged',
    access: 'eligibility.check',
    scope: 'domain',
    topic: 'settings',
    answers: { eligibilitySettings: 'SettingsEligibilityInfo' },
    output: SettingsSlice.extend({
      /** The provider of checks, and why its answers are not Medicare's, so that people know before the first check. */
      AskedOf: z.object({ Provider: z.string(), Label: z.string().nullable() }),
      /** The category of a check that names none; it depends on the kind of agency. */
      DefaultCategory: z.enum(categories),
    }),
  }),
  updateSettings: put('/settings/updateeligibilitysettings', {
    summary: 'Replace those rules; earlier checks stay as they were judged',
    access: 'lists.edit',
    mode: 'atomic',
    scope: 'domain',
    body: z.strictObject({ Etag, SettingsEligibilityInfo: AgencyEligibilitySettings }),
    answers: { eligibilitySettings: 'SettingsEligibilityInfo' },
    output: SettingsSlice,
    success: 'Settings updated successfully',
  }),
} as const;
