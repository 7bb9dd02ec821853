import { useRef } from 'react';
import { usePageKeys } from '../../lib/page-keys.ts';

/** j and k move through the links that open rows; Enter is the link's own. */
export function useRowKeys() {
  const list = useRef<HTMLTableElement>(null);
  const go = (step: 1 | -1) => () => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
    const at = links.findIndex((link) => link === document.activeElement);
    links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  };
  usePageKeys({ j: go(1), k: go(-1) });
  return list;
}
