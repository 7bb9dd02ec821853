import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { CopyText } from '../../components/copy-text.tsx';

interface NoAccessPageProps {
  name: string;
  email: string;
  accountId: string;
  onCheckAgain: () => void;
  onSignOut: () => void;
}

/** Signed in, but nobody has given this person a role yet. */
export function NoAccessPage({ name, email, accountId, onCheckAgain, onSignOut }: NoAccessPageProps) {
  useEffect(() => history.replaceState(null, '', '/no-access'), []);
  return (
    <main className="state">
      <h1 className="page-title">You do not have access yet</h1>
      <p>
        You are signed in, and Handoff has noted that you are waiting. Ask your administrator to give you a
        role in an agency; then check again.
      </p>
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
      <div className="state-actions">
        <Button onClick={onCheckAgain}>Check again</Button>
        <Button variant="default" onClick={onSignOut}>
          Sign out
        </Button>
      </div>
    </main>
  );
}
