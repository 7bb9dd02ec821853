import { useEffect, useEffectEvent, useRef } from 'react';
import { isTyping } from '../../../lib/is-typing.ts';

/** j and k move through the links that open rows, e checks the eligibility of one; Enter is the link's own. */
export function useRowKeys({ onCheck }: { onCheck?: ((referralId: string) => void) | undefined }) {
  const list = useRef<HTMLTableElement>(null);

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isTyping(event)) return;
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    const id = links[at]?.dataset['rowLink'];
    if (event.key === 'e' && id !== undefined) onCheck?.(id);
    const step = steps.get(event.key);
    if (step !== undefined)
      links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  });

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => press(event);
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
  return list;
}

const steps = new Map([
  ['j', 1],
  ['k', -1],
]);
