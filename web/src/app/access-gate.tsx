import { lazy, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import useSWR, { useSWRConfig } from 'swr';
import { usersApi } from '@handoff/shared/contract/people/users';
import type { Output } from '@handoff/shared/contract/endpoint';
import { splitName } from '@handoff/shared/domain/person/contact';
import type { ErrorCode } from '@handoff/shared/contract/errors';
import { Bones, ErrorState } from '../ui/feedback/page-states.tsx';
import type { ApiClient } from '../data/send/client.ts';
import { asCallError, CallError } from '../data/send/call-error.ts';
import { setAgencyZone } from '../text/agency-time.ts';
import { type CurrentPerson, CurrentPersonContext, type MyBusinessDomain } from '../data/current-person.ts';
import { emptyAgencyMemories } from '../data/memory.ts';
import { LiveProvider } from '../data/live/live.tsx';
import { giveUpWork, hasUnsavedWork, mayLeaveWork } from '../ui/form/unsaved-work.ts';
import { showNotice } from '../data/toasts.ts';
import { accessTo, ApiContext } from '../data/use-api.ts';
import { announceDomainSwitch, useDomainSwitched } from './shell/domain-switch-in-tabs.ts';
import { deviceWords } from '../text/labels/device-labels.ts';
import { IdleLock } from './session/idle-lock.tsx';
import { isLocked } from './session/idle-watch.ts';
import { leaveFormerDomain, Navigation } from './router/router.tsx';
import type { Session } from './session/session.ts';

const ACCESS = 'access';

const NoAccessPage = lazy(async () => ({
  default: (await import('./session/no-access-page.tsx')).NoAccessPage,
}));
const SwitchedElsewhere = lazy(async () => ({
  default: (await import('./shell/switched-elsewhere.tsx')).SwitchedElsewhere,
}));

const turnsAway: (string | undefined)[] = ['not_signed_in', 'signed_out'] satisfies ErrorCode[];

interface AccessGateProps {
  client: ApiClient;
  session: Session;
  /** A first visit without a connection: sign-in is needed, and not possible. */
  onTurnedAway: () => void;
}

/** Finds out who signed in before anything of an agency is shown. */
export function AccessGate({ client, session, onTurnedAway }: AccessGateProps) {
  const {
    data,
    error,
    mutate: reload,
  } = useSWR<Access, unknown>(ACCESS, () => loadAccess(client, session), {
    revalidateOnFocus: false,
    revalidateIfStale: false,
    // A reconnect may reveal a switch of the agency, and unsaved work must be asked about first.
    revalidateOnReconnect: false,
  });
  const isTurnedAway = !data && error instanceof CallError && turnsAway.includes(error.code);
  useEffect(() => {
    if (isTurnedAway) onTurnedAway();
  }, [isTurnedAway, onTurnedAway]);

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
  if (!data.member)
    return (
      <Suspense>
        <NoAccessPage
          {...waitingPerson(session)}
          {...data.waiting}
          client={client}
          onCheckAgain={() => void reload()}
        />
      </Suspense>
    );

  return <Member {...{ client, session, reload }} member={data.member} />;
}

interface MemberProps extends Pick<AccessGateProps, 'client' | 'session'> {
  member: NonNullable<Access['member']>;
  reload: () => Promise<Access | undefined>;
}

function Member({ client, session, member, reload }: MemberProps) {
  const { BusinessDomainInfo: domains, CurrentBusinessDomainId } = member;
  const domain = domains.find(({ Id }) => Id === CurrentBusinessDomainId);
  const following = useDomainFollowing({ client, reload, former: domain?.Id });
  useUseNoting(client, session);
  const access = useMemo(() => accessTo(client, domain?.Id), [client, domain?.Id]);
  const leave = () => void session.signOut(() => endSession(client, member));
  setAgencyZone(domain?.TimeZone);
  const person: CurrentPerson = {
    id: member.UserId,
    name: member.FullName,
    email: session.account?.username ?? '',
    security: member,
    domains,
    domain,
    domainSwitched: useSwitchNotice(domain),
    signOut: () => void mayLeaveWork().then((may) => may && leave()),
  };
  return (
    <ApiContext value={access}>
      <CurrentPersonContext value={person}>
        <LiveProvider key={domain?.Id} onOwnChange={following.ownChange}>
          <Navigation />
        </LiveProvider>
        <Suspense>
          {following.isHeld && <SwitchedElsewhere onStay={following.stay} onDiscard={following.discard} />}
        </Suspense>
        <IdleLock session={session} onSignOut={leave} />
      </CurrentPersonContext>
    </ApiContext>
  );
}

/** Says why the page changed where the person did not switch; returns what to call where they did. */
function useSwitchNotice(domain: MyBusinessDomain | undefined): () => void {
  const shown = useRef(domain?.Id);
  useEffect(() => {
    if (domain && shown.current !== undefined && shown.current !== domain.Id)
      showNotice(`You now work in ${domain.Name}: you switched in another tab.`);
    shown.current = domain?.Id;
  }, [domain]);
  return () => {
    shown.current = undefined;
    announceDomainSwitch();
  };
}

const NOTE_USE_EVERY_MS = 15 * 60_000;

/** Reports use while a page stays open: the session shows when it was last used. */
function useUseNoting(client: ApiClient, session: Session): void {
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState !== 'visible' || isLocked()) return;
      client.call(usersApi.check, { body: accountInfo(session) }).catch(() => undefined);
    }, NOTE_USE_EVERY_MS);
    return () => clearInterval(timer);
  }, [client, session]);
}

async function endSession(client: ApiClient, { SessionId }: NonNullable<Access['member']>): Promise<void> {
  if (SessionId !== null) await client.call(usersApi.signOut, { body: { SessionId } });
}

interface Following {
  client: ApiClient;
  reload: () => Promise<Access | undefined>;
  /** The business domain that is on screen. */
  former: string | undefined;
}

/** Follows a switch of the agency in this tab or another one, unless unsaved work of the former agency holds it up. */
function useDomainFollowing({ client, reload, former }: Following) {
  const { cache } = useSWRConfig();
  const [isHeld, setHeld] = useState(false);

  async function readAnew() {
    setHeld(false);
    const access = await reload();
    if (!access?.member) return;
    const current = access.member.CurrentBusinessDomainId ?? undefined;
    await leaveFormerDomain(current);
    if (current === former) return;
    emptyAgencyMemories();
    // Drops only what the former agency read: reads of the new one are already in progress.
    for (const name of cache.keys())
      if (isOfDomain(Reflect.get(Object(cache.get(name)), '_k'), former)) cache.delete(name);
  }

  async function follow() {
    if (!hasUnsavedWork()) return readAnew();
    const { CurrentBusinessDomainId } = await client.call(usersApi.businessDomains, {});
    setHeld(CurrentBusinessDomainId !== former);
  }
  useDomainSwitched(() => void follow());

  /** A permission may have changed or this session ended; any call finds that out. */
  async function ownChange() {
    if (!hasUnsavedWork()) return readAnew();
    await client.call(usersApi.securityInfo, {}).catch(() => undefined);
  }

  return {
    ownChange,
    isHeld,
    stay: () => setHeld(false),
    discard: () => {
      giveUpWork();
      void readAnew();
    },
  };
}

interface Access {
  /** Undefined for a person who waits for an administrator. */
  member: Output<typeof usersApi.securityInfo> | undefined;
  waiting?: { requestId: string; isRefused: boolean; hasEnded: boolean };
}

async function loadAccess(client: ApiClient, session: Session): Promise<Access> {
  const check = await client.call(usersApi.check, { body: accountInfo(session) });
  const [user] = check;
  if (user?.ServerAuthenticated !== 1 || !user.Active)
    return {
      member: undefined,
      ...(user && { waiting: waitingOf(user) }),
    };
  return { member: await client.call(usersApi.securityInfo, {}) };
}

function waitingOf({ RequestId, RefusedAt, WaitingSince }: Output<typeof usersApi.check>[number]) {
  const isRefused = RefusedAt !== undefined;
  return { requestId: RequestId, isRefused, hasEnded: !isRefused && WaitingSince === undefined };
}

function accountInfo({ account }: Session) {
  const FullName = account?.name ?? account?.username ?? '';
  return {
    FullName,
    Email: account?.username ?? '',
    TenantId: account?.tenantId ?? '',
    LocalAccountId: account?.localAccountId ?? '',
    Device: deviceWords(navigator.userAgent),
    ...splitName(FullName),
  };
}

function waitingPerson(session: Session) {
  const { FullName, Email, LocalAccountId } = accountInfo(session);
  return { name: FullName, email: Email, accountId: LocalAccountId, onSignOut: () => void session.signOut() };
}

/** A read of one agency's data (data/records/use-read.ts). */
const isOfDomain = (key: unknown, domain: string | undefined): boolean =>
  domain !== undefined && Array.isArray(key) && key[2] === domain;
