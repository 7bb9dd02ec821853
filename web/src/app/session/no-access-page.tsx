import { Button } from '@mantine/core';
import { useEffect, useEffectEvent } from 'react';
import { CopyText } from '../../ui/copy-text.tsx';
import { RequestId } from '../../ui/feedback/page-states.tsx';
import type { ApiClient } from '../../data/send/client.ts';
import { keepConnected, type RealtimeOptions } from '../../data/live/realtime.ts';
import styles from '../../ui/feedback/page-states.module.css';

interface NoAccessPageProps {
  name: string;
  email: string;
  accountId: string;
  requestId?: string;
  /** An administrator has declined to give access. */
  isRefused?: boolean;
  /** The person had access before. */
  hasEnded?: boolean;
  client: ApiClient;
  onCheckAgain: () => void;
  onSignOut: () => void;
}

/** Shown to a signed-in person who has no access yet, or no longer. */
export function NoAccessPage(props: NoAccessPageProps) {
  const { name, email, accountId, requestId, client, onCheckAgain, onSignOut } = props;
  useEffect(() => history.replaceState(null, '', '/no-access'), []);
  useAccessFollowing(client, onCheckAgain);
  return (
    <main className={styles['state']}>
      <h1 className="page-title">
        {props.hasEnded ? 'Your access has ended' : 'You do not have access yet'}
      </h1>
      <p className="soft">{reasonFor(props)}</p>
      <dl className="facts">
        <dt>Name</dt>
        <dd>{name}</dd>
        <dt>Account</dt>
        <dd>{email}</dd>
        <dt>Account id</dt>
        <dd>
          <span className="request-id">{accountId}</span> <CopyText text={accountId} />
        </dd>
      </dl>
      <RequestId id={requestId} />
      <div className="bar">
        <Button variant="filled" onClick={onCheckAgain}>
          Check again
        </Button>
        <Button onClick={onSignOut}>Sign out</Button>
      </div>
    </main>
  );
}

function reasonFor({ isRefused, hasEnded }: NoAccessPageProps): string {
  if (hasEnded) return 'An administrator has ended your access to Handoff. Ask them if that is a mistake.';
  return isRefused
    ? 'You are signed in, but an administrator has declined to give you access. Ask them if that is a mistake.'
    : 'You are signed in, and your administrator sees that you are waiting. As soon as you have a role in an agency, Handoff opens here by itself.';
}

const ASK_EVERY_MS = 30_000;

/** Continues when access is given, after a live message or, without a live connection, the next poll. */
function useAccessFollowing(client: ApiClient, onCheckAgain: () => void): void {
  const check = useEffectEvent(onCheckAgain);
  useEffect(() => {
    const closing = new AbortController();
    const options: RealtimeOptions = {
      client,
      onPresence: () => {},
      onLiveness: () => {},
      onMessage: ({ topic }) => topic === 'user' && check(),
      onConnected: () => {},
    };
    void keepConnected(options, closing.signal);
    const timer = setInterval(() => check(), ASK_EVERY_MS);
    return () => {
      clearInterval(timer);
      closing.abort();
    };
  }, [client]);
}
