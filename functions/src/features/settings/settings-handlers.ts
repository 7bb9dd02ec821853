import { api, type Api } from '@handoff/shared/contract/api';
import { AgencyRole, SystemRole } from '@handoff/shared/domain/role';
import type { Handlers, ReadContext, ReadHandler } from '../../http/handlers.ts';
import { notImplemented } from '../../http/not-implemented.ts';
import { listAll } from '../../http/reader.ts';
import { recordsOfType, usersOfDomain } from '../../platform/queries.ts';
import { listHandlers } from './list-handlers.ts';
import { listsKind, partnerKind, userKind } from '../../platform/record-kinds.ts';

type Settings = Handlers<Api>['settings'];
type AddressReads = Pick<Settings, 'zipCodesByState' | 'streetAddressesByStateAndCode'>;

/** The addresses come from the import; everything else here is the agency's own. */
export function settingsHandlers(addressReads: AddressReads): Settings {
  return {
    ...addressReads,
    get,
    ...listHandlers,
    updateUsersSystemRoles: notImplemented(api.settings.updateUsersSystemRoles),
    updateUsersRolesWithinAgencies: notImplemented(api.settings.updateUsersRolesWithinAgencies),
  };
}

const get: ReadHandler<Api['settings']['get']> = async (_input, context) => {
  const [lists, people, partners] = await Promise.all([
    context.find.get(listsKind, 'lists'),
    peopleOfDomain(context),
    listAll(context.find, partnerKind, { sql: recordsOfType, parameters: { type: partnerKind.type } }),
  ]);
  return {
    SettingsDocumentTypesInfo: lists?.SettingsDocumentTypesInfo ?? [],
    SettingsReferralStatusesInfo: lists?.SettingsReferralStatusesInfo ?? [],
    SettingsEligibilityStatusesInfo: lists?.SettingsEligibilityStatusesInfo ?? [],
    SettingsEtags: {
      SettingsDocumentTypesInfo: '',
      SettingsReferralStatusesInfo: '',
      SettingsEligibilityStatusesInfo: '',
      ...lists?.Etags,
    },
    SettingsSystemRolesInfo: SystemRole.options,
    SettingsRolesWithinAgencyInfo: AgencyRole.options,
    SettingsUsersInfo: people,
    SettingsPartnersInfo: partners,
  };
};

async function peopleOfDomain({ system, caller }: ReadContext) {
  const users = await listAll(system, userKind, {
    sql: usersOfDomain,
    parameters: { domain: caller.businessDomainId },
  });
  return users
    .filter((user) => user.Active)
    .flatMap(({ Id, FullName, RolesWithinAgencies }) =>
      RolesWithinAgencies.filter((role) => role.BusinessDomainId === caller.businessDomainId).map(
        ({ RoleWithinAgency }) => ({ Id, FullName, RoleWithinAgency }),
      ),
    )
    .toSorted((a, b) => a.FullName.localeCompare(b.FullName));
}
