import { settingsApi } from '@handoff/shared/contract/settings';
import { usersApi } from '@handoff/shared/contract/people/users';
import { useCurrentPerson, useMay } from '../../data/current-person.ts';
import { useRead } from '../../data/records/use-read.ts';

/** The people who can help, by name. */
export function WhomToAsk() {
  const { id, domain } = useCurrentPerson();
  const mayList = useMay('users.manage');
  const settings = useRead(settingsApi.get, domain ? {} : null);
  const all = useRead(usersApi.list, mayList ? { query: {} } : null);
  const managers = (settings.data?.SettingsUsersInfo ?? [])
    .filter(({ Id, RoleWithinAgency }) => Id !== id && RoleWithinAgency === 'Manager')
    .map(({ FullName }) => FullName);
  const administrators = (all.data?.UserInfo ?? [])
    .filter(({ Id, Active, SystemRole }) => Id !== id && Active && SystemRole === 'Administrator')
    .map(({ FullName, Email }) => `${FullName} (${Email})`);
  return (
    <section aria-labelledby="whom">
      <h2 id="whom">Whom to ask</h2>
      <dl className="facts">
        {domain && (
          <>
            <dt>In {domain.Name}</dt>
            <dd>{managers.length === 0 ? 'No other manager' : `The managers: ${list(managers)}`}</dd>
          </>
        )}
        {mayList && (
          <>
            <dt>All agencies</dt>
            <dd>
              {administrators.length === 0
                ? 'No other administrator'
                : `The administrators: ${list(administrators)}`}
            </dd>
          </>
        )}
        <dt>A message with a request number</dt>
        <dd>Tell it to the person you ask: it finds your request in the log.</dd>
      </dl>
    </section>
  );
}

const list = (names: readonly string[]) => new Intl.ListFormat('en-US').format(names);
