import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';
import { useRights } from '../data/current-person.ts';
import { type ShortcutName, shortcutNames, shortcuts, type Shortcut } from './shortcuts.ts';

export type PageKeys = { [Name in ShortcutName]?: ((event: KeyboardEvent) => void) | undefined };

/**
 * The shortcuts of a page, for people with their rights. The account menu switches off those without Ctrl or Alt (WCAG
 * 2.1.4).
 */
export function usePageKeys(keys: PageKeys | (() => PageKeys)): void {
  const [isOn] = usePageKeysSetting();
  const may = useRights();
  const press = useEffectEvent((event: KeyboardEvent) => {
    const pressed = typeof keys === 'function' ? keys() : keys;
    const name = shortcutNames.find((each) => {
      const shortcut: Shortcut = shortcuts[each];
      return pressed[each] && isPressed(shortcut, event, isOn) && shortcut.may?.some(may) !== false;
    });
    if (name) pressed[name]?.(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, []);
}

/** Applies to all tabs of this browser. */
export const usePageKeysSetting = () =>
  useLocalStorage({ key: 'handoff.page-keys', defaultValue: true, getInitialValueInEffect: false });

function isPressed({ key, held }: Shortcut, event: KeyboardEvent, isOn: boolean): boolean {
  if (held === 'Control') return (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === key;
  return isOn && event.key === key && !isElsewhere(event);
}

/** The key belongs to a field, a menu, a dialog or the browser. */
function isElsewhere({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (!(target instanceof Element)) return false;
  // A checkbox has no use for letter keys.
  const others =
    'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]';
  return target.closest(others) !== null;
}
