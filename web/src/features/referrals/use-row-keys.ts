import { useEffect, useRef } from 'react';
import { isTyping } from '../../lib/is-typing.ts';

/** j and k move through the links that open rows; Enter is the link's own. */
export function useRowKeys() {
  const list = useRef<HTMLTableElement>(null);
  useEffect(() => {
    function move(event: KeyboardEvent) {
      const step = event.key === 'j' ? 1 : event.key === 'k' ? -1 : 0;
      if (step === 0 || isTyping(event)) return;
      const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
      const at = links.findIndex((link) => link === document.activeElement);
      const next = at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1);
      links[next]?.focus();
    }
    addEventListener('keydown', move);
    return () => removeEventListener('keydown', move);
  }, []);
  return list;
}
