import { Group } from '@mantine/core';
import { useRights } from '../data/current-person.ts';
import { shortcutNames, shortcutsBy } from './shortcuts.ts';
import styles from './shortcut-list.module.css';

/** All shortcuts that this person may use. */
export function ShortcutList() {
  return (
    <>
      <dl className={`rows ${styles['keys']}`}>
        {shortcutsBy('help', shortcutNames, useRights()).map(([what, ...pressed]) => (
          <Group key={what} justify="space-between" wrap="nowrap">
            <dt>{what}</dt>
            <dd>
              {pressed.map((key) => (
                <kbd key={key}>{key}</kbd>
              ))}
            </dd>
          </Group>
        ))}
      </dl>
      <p className="soft small">You can turn off shortcuts without Ctrl or Alt in your account menu.</p>
    </>
  );
}
