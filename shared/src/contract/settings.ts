import * as z from 'zod';
import { ConfiguredStatus, DocumentType } from '../domain/list-settings.ts';
import { AgencyRole, SystemRole } from '../domain/role.ts';
import { Person } from '../domain/user.ts';
import { stateCode } from '../domain/us-state.ts';
import { ZipCode } from '../domain/zip-code.ts';
import { defineEndpoint } from './endpoint.ts';

const listOf = <S extends z.ZodType>(item: S) => z.array(item).max(200);
const Id = z.string().max(80);

const State = z
  .string()
  .max(40)
  .transform((text, context) => {
    const code = stateCode(text);
    if (code) return code;
    context.addIssue({ code: 'custom', message: 'Name a state by its code or full name' });
    return z.NEVER;
  });

const DocumentTypes = z.object({ SettingsDocumentTypesInfo: listOf(DocumentType) });
const ReferralStatuses = z.object({ SettingsReferralStatusesInfo: listOf(ConfiguredStatus) });
const EligibilityStatuses = z.object({ SettingsEligibilityStatusesInfo: listOf(ConfiguredStatus) });

export const settings = {
  get: defineEndpoint({
    method: 'GET',
    path: '/settings/get',
    summary: 'The lists and people of the business domain',
    access: 'member',
    mode: 'read',
    scope: 'domain',
    output: z.object({
      ...DocumentTypes.shape,
      ...ReferralStatuses.shape,
      ...EligibilityStatuses.shape,
      SettingsSystemRolesInfo: z.array(SystemRole),
      SettingsRolesWithinAgencyInfo: z.array(AgencyRole),
      SettingsUsersInfo: z.array(Person.extend({ RoleWithinAgency: AgencyRole })),
      SettingsPartnersInfo: z.array(z.object({ Id: z.string(), Name: z.string(), Kind: z.string() })),
    }),
  }),
  updateDocumentTypes: defineEndpoint({
    method: 'PUT',
    path: '/settings/updatedocumenttypes',
    summary: 'Replace the list of document types',
    access: 'lists.edit',
    mode: 'atomic',
    scope: 'domain',
    body: z.strictObject(DocumentTypes.shape),
    output: DocumentTypes,
    success: 'Settings updated successfully',
  }),
  updateReferralStatuses: defineEndpoint({
    method: 'PUT',
    path: '/settings/updatereferralstatuses',
    summary: 'Replace the list of referral statuses',
    access: 'lists.edit',
    mode: 'atomic',
    scope: 'domain',
    body: z.strictObject(ReferralStatuses.shape),
    output: ReferralStatuses,
    success: 'Settings updated successfully',
  }),
  updateEligibilityStatuses: defineEndpoint({
    method: 'PUT',
    path: '/settings/updateeligibilitystatuses',
    summary: 'Replace the list of eligibility statuses',
    access: 'lists.edit',
    mode: 'atomic',
    scope: 'domain',
    body: z.strictObject(EligibilityStatuses.shape),
    output: EligibilityStatuses,
    success: 'Settings updated successfully',
  }),
  updateUsersSystemRoles: defineEndpoint({
    method: 'PUT',
    path: '/settings/UpdateUsersSystemRoles',
    summary: 'Give people their system roles',
    access: 'users.manage',
    mode: 'atomic',
    scope: 'system',
    body: z.strictObject({ Users: listOf(z.strictObject({ Id, SystemRole })) }),
    output: z.object({ Users: z.array(z.object({ Id, SystemRole })) }),
    success: 'Roles updated successfully',
  }),
  updateUsersRolesWithinAgencies: defineEndpoint({
    method: 'PUT',
    path: '/settings/UpdateUsersRolesWithinAgencies',
    summary: 'Give people their roles within an agency',
    access: 'users.manage',
    mode: 'atomic',
    scope: 'system',
    body: z.strictObject({
      BusinessDomainId: Id,
      Users: listOf(z.strictObject({ Id, RoleWithinAgency: AgencyRole.nullable() })),
    }),
    output: z.object({ Users: z.array(z.object({ Id, RoleWithinAgency: AgencyRole.nullable() })) }),
    success: 'Roles updated successfully',
  }),
  zipCodesByState: defineEndpoint({
    method: 'POST',
    path: '/settings/GetZipCodesByState',
    summary: 'The ZIP codes of a state as last imported',
    access: 'addresses.read',
    mode: 'read',
    scope: 'system',
    body: z.strictObject({ state: State }),
    output: z.object({
      SettingsZipCodesCountiesInfo: z.array(
        z.object({ code: z.string(), city: z.string(), county: z.string() }),
      ),
      /** The import these are from; null before the first. */
      Version: z.string().nullable(),
    }),
  }),
  streetAddressesByStateAndCode: defineEndpoint({
    method: 'POST',
    path: '/settings/GetStreetAddressesByStateAndCode',
    summary: 'The street addresses of one ZIP code as last imported',
    access: 'addresses.read',
    mode: 'read',
    scope: 'system',
    body: z.strictObject({ state: State, code: ZipCode }),
    output: z.object({
      StreetAddresses: z.array(z.object({ StreetAddress: z.string() })),
      Version: z.string().nullable(),
    }),
  }),
} as const;
