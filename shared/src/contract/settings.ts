import * as z from 'zod';
import {
  ConfiguredLists,
  ConfiguredStatus,
  DeclineReason,
  Discipline,
  DocumentType,
  EligibilityStatus,
  isOffered,
  ListName,
  listOf,
} from '../domain/agency/list-settings.ts';
import { AgencyRole, SystemRole } from '../domain/access/role.ts';
import { Person, User } from '../domain/access/user.ts';
import { AddressState, stateCode } from '../domain/address/us-state.ts';
import { GivenZipCode } from '../domain/address/zip-code.ts';
import { Practitioner } from '../domain/referral/practitioner.ts';
import { SavedView } from '../domain/referral/saved-view.ts';
import { line } from '../domain/records/text.ts';
import { asRead } from '../domain/records/as-read.ts';
import { get, post, put } from './endpoint.ts';
import { UsedIn } from './errors.ts';

const Id = z.string().max(80);

/** Accepts the code, the full name, or the option of a state list. */
const State = z
  .union([z.string().max(40), z.strictObject({ label: z.string().max(60), value: z.string().max(40) })])
  .transform((given, context) => {
    const code = stateCode(typeof given === 'string' ? given : given.value);
    if (code) return code;
    context.addIssue({ code: 'custom', message: 'Name a state by its code or full name' });
    return z.NEVER;
  });

const NewReferralStatuses = listOf(ConfiguredStatus).refine(
  (list) => list.some(isOffered),
  'Keep a status for new referrals',
);

/** The version of the list on which an edit is based; an outdated one is refused. An empty text means never edited. */
const Etag = z.string().max(80).optional();
const listUpdate = {
  Etag,
  /** Replacements for entries that were removed from the list and are still in use. */
  Remap: z
    .array(z.strictObject({ From: Id, To: Id }))
    .max(20)
    .optional(),
};
const listRule =
  'An entry left out while in use is refused with where, unless Remap names what takes its place: at most 40 records ' +
  'move in a call; when Remaining is not 0 their entry stays as Retired, and leaving it out again moves the next';
const updatesList = (entries: string) =>
  ({
    summary: `Replace the list of ${entries}. ${listRule}`,
    access: 'lists.edit',
    mode: 'atomic',
    scope: 'domain',
    errors: ['in_use'],
    success: 'Settings updated successfully',
  }) as const;
const listUpdated = { Etag: z.string(), Remaining: z.number().int() };

/** Limited by the size of one batch: each person is a write, an audit entry and two messages. */
const peopleOf = <Roles extends z.ZodRawShape>(roles: Roles) =>
  z
    .array(asRead(z.strictObject({ Id, Etag, ...roles }), User))
    .min(1)
    .max(20);
/** Names the agency once for all roles, or beside each role. */
const RolesWithinAgency = z
  .strictObject({
    /** Defaults to the caller's own; for an administrator without one, to the only one of the person. */
    BusinessDomainId: Id.optional(),
    Users: peopleOf({ RoleWithinAgency: AgencyRole.nullable(), BusinessDomainId: Id.optional() }),
  })
  .transform(({ BusinessDomainId, Users }, context) => {
    const named = new Set([BusinessDomainId, ...Users.map((user) => user.BusinessDomainId)]);
    named.delete(undefined);
    const [agency] = named;
    if (named.size <= 1) return { BusinessDomainId: agency, Users };
    context.addIssue({
      code: 'custom',
      path: ['BusinessDomainId'],
      message: 'Send the roles of one BusinessDomainId in a call',
    });
    return z.NEVER;
  });
const UserSlice = z.object({ UserInfo: z.array(User) });

const ZipCodeCounty = z.object({ code: z.string(), city: z.string(), county: z.string() });

export const settingsApi = {
  get: get('/settings/get', {
    withoutDomain: 'system',
    summary:
      'The lists and people of the business domain, and the ZIP codes of its states; of the system for an administrator without one',
    access: 'member',
    scope: 'domain',
    topic: 'settings',
    answers: { savedView: 'SettingsSavedViewsInfo' },
    output: z.object({
      ...ConfiguredLists.shape,
      SettingsZipCodesCountiesInfo: z.array(ZipCodeCounty),
      /** Keyed by list; an update names the version on which it is based. */
      SettingsEtags: z.record(ListName, z.string()),
      SettingsSystemRolesInfo: z.array(SystemRole),
      SettingsRolesWithinAgencyInfo: z.array(AgencyRole),
      SettingsUsersInfo: z.array(Person.extend({ RoleWithinAgency: AgencyRole })),
      /** Views of the caller, and those that others share with the agency, by name. */
      SettingsSavedViewsInfo: z.array(SavedView),
      SettingsPartnersInfo: z.array(z.object({ Id: z.string(), Name: z.string(), Kind: z.string() })),
    }),
  }),
  updateDocumentTypes: put('/settings/updatedocumenttypes', {
    ...updatesList('document types'),
    bareAs: 'SettingsDocumentTypesInfo',
    body: z.strictObject({ SettingsDocumentTypesInfo: listOf(DocumentType), ...listUpdate }),
    output: ConfiguredLists.pick({ SettingsDocumentTypesInfo: true }).extend(listUpdated),
  }),
  updateReferralStatuses: put('/settings/updatereferralstatuses', {
    ...updatesList('referral statuses'),
    bareAs: 'SettingsReferralStatusesInfo',
    body: z.strictObject({ SettingsReferralStatusesInfo: NewReferralStatuses, ...listUpdate }),
    output: ConfiguredLists.pick({ SettingsReferralStatusesInfo: true }).extend(listUpdated),
  }),
  updateEligibilityStatuses: put('/settings/updateeligibilitystatuses', {
    ...updatesList('eligibility statuses'),
    bareAs: 'SettingsEligibilityStatusesInfo',
    body: z.strictObject({ SettingsEligibilityStatusesInfo: listOf(EligibilityStatus), ...listUpdate }),
    output: ConfiguredLists.pick({ SettingsEligibilityStatusesInfo: true }).extend(listUpdated),
  }),
  updateDeclineReasons: put('/settings/updatedeclinereasons', {
    ...updatesList('decline reasons'),
    body: z.strictObject({ SettingsDeclineReasonsInfo: listOf(DeclineReason), ...listUpdate }),
    output: ConfiguredLists.pick({ SettingsDeclineReasonsInfo: true }).extend(listUpdated),
  }),
  updateDisciplines: put('/settings/updatedisciplines', {
    ...updatesList('disciplines'),
    body: z.strictObject({ SettingsDisciplinesInfo: listOf(Discipline), ...listUpdate }),
    output: ConfiguredLists.pick({ SettingsDisciplinesInfo: true }).extend(listUpdated),
  }),
  listUses: get('/settings/getlistuses', {
    summary: 'How many records of each sort have each entry of a list',
    access: 'lists.edit',
    scope: 'domain',
    topic: 'settings',
    query: z.strictObject({ List: ListName }),
    output: z.object({ ListUses: z.array(z.object({ Id: z.string(), UsedIn: z.array(UsedIn) })) }),
  }),
  updateUsersSystemRoles: put('/settings/UpdateUsersSystemRoles', {
    summary: 'Give people their system roles; at least one active administrator stays',
    access: 'users.manage',
    mode: 'atomic',
    scope: 'system',
    bareAs: 'Users',
    body: z.strictObject({ Users: peopleOf({ SystemRole }) }),
    answers: { user: 'UserInfo' },
    output: UserSlice,
    success: 'Roles updated successfully',
  }),
  updateUsersRolesWithinAgencies: put('/settings/UpdateUsersRolesWithinAgencies', {
    summary: 'Give people their roles within one agency; null takes them out of it',
    access: 'users.manage',
    mode: 'atomic',
    scope: 'system',
    bareAs: 'Users',
    body: RolesWithinAgency,
    answers: { user: 'UserInfo' },
    output: UserSlice,
    success: 'Roles updated successfully',
  }),
  addressStates: get('/settings/getaddressstates', {
    summary: 'The states whose addresses are imported, and how many ZIP codes and counties each has',
    access: 'addresses.read',
    scope: 'system',
    topic: 'import',
    output: z.object({
      AddressStates: z.array(
        z.object({
          State: AddressState,
          ZipCodes: z.number().int(),
          Counties: z.number().int(),
          /** The import that the plans come from. */
          Version: z.string(),
        }),
      ),
    }),
  }),
  zipCodesByState: post('/settings/GetZipCodesByState', {
    summary: 'The ZIP codes of a state as last imported',
    access: 'addresses.read',
    mode: 'read',
    scope: 'system',
    bareAs: 'state',
    flat: { state: ['label', 'value'] },
    body: z.strictObject({ state: State }),
    output: z.object({
      SettingsZipCodesCountiesInfo: z.array(ZipCodeCounty),
      Version: z.string().nullable(),
    }),
  }),
  streetAddressesByStateAndCode: post('/settings/GetStreetAddressesByStateAndCode', {
    summary: 'The street addresses of one ZIP code as last imported',
    access: 'addresses.read',
    mode: 'read',
    scope: 'system',
    aliases: { ZipCode: 'code' },
    body: asRead(z.strictObject({ state: State, code: GivenZipCode }), ZipCodeCounty),
    output: z.object({
      StreetAddresses: z.array(z.object({ StreetAddress: z.string() })),
      Version: z.string().nullable(),
    }),
  }),
  findPractitioners: post('/settings/findpractitioners', {
    summary: 'Who may order home health or certify hospice, by NPI or by name, as CMS last listed them',
    access: 'addresses.read',
    mode: 'read',
    scope: 'system',
    body: z.strictObject({
      /** The name counts where there is no NPI. */
      Npi: line(20).default(''),
      /** `Last, First` or `First Last`, with at least four letters of the last name unless it is shorter. */
      Name: line(120).default(''),
    }),
    output: z.object({
      /** The first 20. */
      Practitioners: z.array(Practitioner),
      Version: z.string().nullable(),
    }),
  }),
  findDiagnoses: post('/settings/finddiagnoses', {
    summary: 'ICD-10-CM codes by their beginning or by words of their description',
    access: 'addresses.read',
    mode: 'read',
    scope: 'system',
    body: z.strictObject({ Text: line(100) }),
    output: z.object({
      /** The first 20, the best ones first. */
      Diagnoses: z.array(z.object({ Code: z.string(), Description: z.string() })),
      Version: z.string().nullable(),
    }),
  }),
} as const;
