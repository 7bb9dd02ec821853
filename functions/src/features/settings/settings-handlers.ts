import type { ReadContext } from '../../core/context.ts';
import { AgencyRole, SystemRole } from '@handoff/shared/domain/access/role';
import type { AreaHandlers } from '../../http/handlers.ts';
import { listAll } from '../../records/reader.ts';
import { businessDomainKind, isColleague, usersOf } from '../../records/kinds/user-records.ts';
import { listHandlers } from './list-handlers.ts';
import { ListName, noLists } from '@handoff/shared/domain/agency/list-settings';
import { byKey } from '@handoff/shared/domain/records/by-key';
import { listsKind, partnerKind, savedViewsFor } from '../../records/kinds/agency-records.ts';
import { select } from '../../records/select.ts';

/** Addresses and national lists are another feature's, and their ports are given to all calls that read. */
type Settings<Ports> = AreaHandlers<'settings', Ports>;
type OfOthers<Ports> = Pick<
  Settings<Ports>,
  | 'addressStates'
  | 'zipCodesByState'
  | 'streetAddressesByStateAndCode'
  | 'findPractitioners'
  | 'findDiagnoses'
  | 'updateUsersSystemRoles'
  | 'updateUsersRolesWithinAgencies'
>;

/** Addresses come from the import and roles from the users; everything else here belongs to the agency. */
export function settingsHandlers<Ports>(ofOthers: OfOthers<Ports>): Settings<Ports> {
  return {
    ...ofOthers,
    get: readSettings(ofOthers.zipCodesByState),
    ...listHandlers,
  };
}

const readSettings =
  <Ports>(zipCodesByState: OfOthers<Ports>['zipCodesByState']): Settings<Ports>['get'] =>
  async (_input, context) => {
    const [lists, people, partners, views, zipCodes] = await Promise.all([
      context.find.get(listsKind, 'lists'),
      peopleOfDomain(context),
      listAll(context.find, select(partnerKind)),
      listAll(context.find, savedViewsFor(context.caller.person.Id)),
      zipCodesOfDomain(zipCodesByState, context),
    ]);
    const { Id: _id, Etags, ...listed } = lists ?? { Id: 'lists', ...noLists };
    return {
      ...listed,
      SettingsEtags: { ...byKey(ListName, () => ''), ...Etags },
      SettingsSystemRolesInfo: SystemRole.options,
      SettingsRolesWithinAgencyInfo: AgencyRole.options,
      SettingsUsersInfo: people,
      SettingsPartnersInfo: partners,
      SettingsSavedViewsInfo: views.toSorted((one, other) => one.Name.localeCompare(other.Name)),
      SettingsZipCodesCountiesInfo: zipCodes,
    };
  };

async function zipCodesOfDomain<Ports>(
  zipCodesByState: OfOthers<Ports>['zipCodesByState'],
  context: ReadContext & Ports,
) {
  const { system, caller } = context;
  const domain = await system.get(businessDomainKind, caller.businessDomainId);
  const answers = await Promise.all(
    (domain?.States ?? []).map((state) => zipCodesByState({ body: { state } }, context)),
  );
  return answers.flatMap((answer) => answer.SettingsZipCodesCountiesInfo);
}

async function peopleOfDomain({ system, caller }: ReadContext) {
  const users = await listAll(system, usersOf(caller.businessDomainId));
  return users
    .filter((user) => isColleague(user, caller.businessDomainId))
    .flatMap(({ Id, FullName, RolesWithinAgencies }) =>
      RolesWithinAgencies.filter((role) => role.BusinessDomainId === caller.businessDomainId).map(
        ({ RoleWithinAgency }) => ({ Id, FullName, RoleWithinAgency }),
      ),
    )
    .toSorted((a, b) => a.FullName.localeCompare(b.FullName));
}
