import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';

/** Single-key shortcuts of a page, without Ctrl or Alt. The account menu switches them off (WCAG 2.1.4). */
export function usePageKeys(keys: Record<string, ((event: KeyboardEvent) => void) | undefined>): void {
  const [isOn] = usePageKeysSetting();
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isElsewhere(event)) return;
    keys[event.key]?.(event);
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const listen = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', listen);
    return () => removeEventListener('keydown', listen);
  }, [isOn]);
}

/** Applies to all tabs of this browser. */
export const usePageKeysSetting = () =>
  useLocalStorage({ key: 'handoff.page-keys', defaultValue: true, getInitialValueInEffect: false });

/** The key belongs to a field, a menu, a dialog or the browser. */
function isElsewhere({ ctrlKey, metaKey, altKey, target }: KeyboardEvent): boolean {
  if (ctrlKey || metaKey || altKey) return true;
  if (!(target instanceof Element)) return false;
  // A checkbox has no use for letter keys.
  const others =
    'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=listbox]';
  return target.closest(others) !== null;
}
