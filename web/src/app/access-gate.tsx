import useSWR, { useSWRConfig } from 'swr';
import { api } from '@handoff/shared/contract/api';
import type { Output } from '@handoff/shared/contract/endpoint';
import { splitName } from '@handoff/shared/domain/person/contact';
import { Bones, ErrorState } from '../components/page-states.tsx';
import { NoAccessPage } from '../features/access/no-access-page.tsx';
import type { ApiClient } from '../lib/api-client.ts';
import { CallError, errorText } from '../lib/call-error.ts';
import { type CurrentPerson, CurrentPersonContext } from '../lib/current-person.ts';
import { LiveProvider } from '../lib/live.tsx';
import { ApiContext } from '../lib/use-api.ts';
import { announceDomainSwitch, useDomainSwitched } from './domain-switch-in-tabs.ts';
import { IdleLock } from './idle-lock.tsx';
import { leaveFormerDomain, Navigation } from './router.tsx';
import type { Session } from './session.ts';

const ACCESS = 'access';

interface AccessGateProps {
  client: ApiClient;
  session: Session;
}

/** Finds out who this is for Handoff before anything of an agency is shown. */
export function AccessGate({ client, session }: AccessGateProps) {
  const { mutate } = useSWRConfig();
  const {
    data,
    error,
    mutate: reload,
  } = useSWR<Access, unknown>(ACCESS, () => loadAccess(client, session), {
    revalidateOnFocus: false,
    revalidateIfStale: false,
  });

  const forgetReadings = () => mutate((key) => key !== ACCESS, undefined, { revalidate: false });
  async function readAnew() {
    const access = await reload();
    await leaveFormerDomain(access?.member?.domains.CurrentBusinessDomainId ?? undefined);
    await forgetReadings();
  }

  useDomainSwitched(() => void readAnew());

  if (error !== undefined && !data)
    return (
      <ErrorState error={asCallError(error)} onRetry={() => void reload()} title="Handoff could not start" />
    );
  if (!data)
    return (
      <div className="page">
        <Bones lines={6} />
      </div>
    );
  if (!data.member) return <NoAccessPage {...waitingPerson(session)} onCheckAgain={() => void reload()} />;

  const { security, domains } = data.member;
  const domain = domains.BusinessDomainInfo.find(({ Id }) => Id === domains.CurrentBusinessDomainId);
  const person: CurrentPerson = {
    id: security.UserId,
    name: security.FullName,
    email: session.account?.username ?? '',
    security,
    domains: domains.BusinessDomainInfo,
    domain,
    domainSwitched: announceDomainSwitch,
    signOut: () => void session.signOut(),
  };
  return (
    <ApiContext value={{ client, domain: domain?.Id }}>
      <CurrentPersonContext value={person}>
        <LiveProvider key={domain?.Id}>
          <Navigation />
        </LiveProvider>
        <IdleLock />
      </CurrentPersonContext>
    </ApiContext>
  );
}

interface Access {
  /** Undefined for somebody who waits for an administrator. */
  member:
    | { security: Output<typeof api.users.securityInfo>; domains: Output<typeof api.users.businessDomains> }
    | undefined;
}

const fresh = () => ({ key: crypto.randomUUID() });

async function loadAccess(client: ApiClient, session: Session): Promise<Access> {
  const check = await client.call(api.users.check, { body: accountInfo(session) }, fresh());
  if (check.UserInfo[0]?.ServerAuthenticated !== 1) return { member: undefined };
  const [security, domains] = await Promise.all([
    client.call(api.users.securityInfo, {}, fresh()),
    client.call(api.users.businessDomains, {}, fresh()),
  ]);
  return { member: { security, domains } };
}

function accountInfo({ account }: Session) {
  const FullName = account?.name ?? account?.username ?? '';
  return {
    FullName,
    Email: account?.username ?? '',
    TenantId: account?.tenantId ?? '',
    LocalAccountId: account?.localAccountId ?? '',
    ...splitName(FullName),
  };
}

function waitingPerson(session: Session) {
  const { FullName, Email, LocalAccountId } = accountInfo(session);
  return { name: FullName, email: Email, accountId: LocalAccountId, onSignOut: () => void session.signOut() };
}

function asCallError(error: unknown): CallError {
  return error instanceof CallError ? error : new CallError(errorText(error), { cause: error });
}
