import { Button, Group } from '@mantine/core';
import { useRef } from 'react';
import { usersApi } from '@handoff/shared/contract/people/users';
import { useAction } from '../data/send/outbox.ts';
import { useRead } from '../data/records/use-read.ts';
import { useCurrentPerson } from '../data/current-person.ts';
import { formatMoment } from '../text/format.ts';
import { Reading } from './feedback/reading.tsx';

/** Lists a person's sessions, each with a sign-out button; without an id, those of the current person. */
export function SessionList({ userId }: { userId?: string }) {
  const who = userId === undefined ? {} : { Id: userId };
  const { SessionId } = useCurrentPerson().security;
  const sessions = useRead(usersApi.sessions, { query: who });
  const list = useRef<HTMLUListElement>(null);
  const signOut = useAction(usersApi.signOut, {
    onSuccess: () => {
      void sessions.refresh();
      list.current?.focus();
    },
  });
  return (
    <Reading of={sessions} lines={2}>
      {({ SessionInfo }) =>
        SessionInfo.length === 0 ? (
          <p className="soft small">Not signed in anywhere.</p>
        ) : (
          <ul ref={list} tabIndex={-1} className="rows">
            {SessionInfo.map(({ Id, Device, StartedAt, LastUsedAt }) => (
              <Group key={Id} component="li" wrap="nowrap" justify="space-between">
                <div>
                  {Device || unknown}
                  <br />
                  <span className="soft small">
                    Signed in {formatMoment(StartedAt)}, last used {formatMoment(LastUsedAt)}
                  </span>
                </div>
                {Id === SessionId ? (
                  <span className="soft small">This browser</span>
                ) : (
                  <Button
                    size="xs"
                    aria-label={`Sign out of ${Device || unknown}`}
                    onClick={() => void signOut.run({ body: { ...who, SessionId: Id } })}
                  >
                    Sign out
                  </Button>
                )}
              </Group>
            ))}
          </ul>
        )
      }
    </Reading>
  );
}

const unknown = 'Unknown browser';
