import { Fragment } from 'react';
import { useRights } from '../data/current-person.ts';
import { shortcutsBy, type ShortcutName, signsOf } from './shortcuts.ts';

/** The keys of a page that this person may use, for the line below it. */
export function KeyHints({ of }: { of: readonly ShortcutName[] }) {
  return shortcutsBy('hint', of, useRights()).map(([hint, ...signs]) => (
    <Fragment key={hint}>
      {signs.map((sign) => (
        <Fragment key={sign}>
          <kbd>{sign}</kbd>{' '}
        </Fragment>
      ))}
      {hint}{' '}
    </Fragment>
  ));
}

/** The key on a button. */
export const KeyOn = ({ of }: { of: ShortcutName }) => <kbd>{signsOf(of).join(' ')}</kbd>;
