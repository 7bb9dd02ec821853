import { UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { usersApi } from '@handoff/shared/contract/people/users';
import {
  AgencyNotificationKind,
  type NotificationKind,
  PersonalNotificationKind,
} from '@handoff/shared/domain/access/notification';
import { useCurrentPerson } from '../../data/current-person.ts';
import { type Outcome, useAction } from '../../data/send/outbox.ts';
import { kindWords } from '../../text/labels/notification-labels.ts';
import type { NotificationFeed } from './use-notifications.ts';
import styles from './notifications.module.css';

interface NotificationSettingsProps {
  agency: NotificationFeed | undefined;
  own: NotificationFeed | undefined;
}

/** The kinds of notifications that this person gets, in this agency and personally. */
export function NotificationSettings({ agency, own }: NotificationSettingsProps) {
  const { domain } = useCurrentPerson();
  const muteInAgency = useAction(usersApi.muteNotifications);
  const muteOwn = useAction(usersApi.mutePersonalNotifications);
  return (
    <section className="card" aria-labelledby="notices-settings-title">
      <h2 id="notices-settings-title">Notify me when</h2>
      {agency && (
        <Switches
          note={domain && `In ${domain.Name}`}
          kinds={AgencyNotificationKind.options}
          feed={agency}
          save={(MutedNotifications) => muteInAgency.run({ body: { MutedNotifications } })}
        />
      )}
      {own && (
        <Switches
          note={agency && 'In all of Handoff'}
          kinds={PersonalNotificationKind.options}
          feed={own}
          save={(MutedNotifications) => muteOwn.run({ body: { MutedNotifications } })}
        />
      )}
      <p className="soft small">Notifications that are off are not kept for later.</p>
    </section>
  );
}

interface SwitchesProps<Kind extends NotificationKind> {
  note: string | undefined;
  kinds: readonly Kind[];
  feed: NotificationFeed;
  save: (muted: Kind[]) => Promise<Outcome<unknown>>;
}

function Switches<Kind extends NotificationKind>({ note, kinds, feed, save }: SwitchesProps<Kind>) {
  const [chosen, setChosen] = useState<readonly Kind[] | undefined>();
  const muted = chosen ?? kinds.filter((kind) => feed.muted.includes(kind));

  async function toggle(kind: Kind) {
    const wanted = kinds.filter((each) => (each === kind) !== muted.includes(each));
    setChosen(wanted);
    const saved = await save(wanted);
    if (!saved.ok) setChosen(undefined);
    await feed.refresh();
  }

  return (
    <>
      {note !== undefined && <h3 className="soft small">{note}</h3>}
      <ul>
        {kinds.map((kind) => (
          <li key={kind}>
            <UnstyledButton
              role="switch"
              className={styles['switch'] ?? ''}
              aria-checked={!muted.includes(kind)}
              onClick={() => void toggle(kind)}
            >
              <span className={styles['switchTrack']} aria-hidden="true" />
              {kindWords[kind].wanted}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </>
  );
}
