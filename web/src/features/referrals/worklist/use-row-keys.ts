import { useRef } from 'react';
import { usePageKeys } from '../../../lib/page-keys.ts';

/** j and k move through the links that open rows, e checks the eligibility of one; Enter is the link's own. */
export function useRowKeys({ onCheck }: { onCheck?: ((referralId: string) => void) | undefined }) {
  const list = useRef<HTMLTableElement>(null);

  const rows = () => {
    const links = [...(list.current?.querySelectorAll<HTMLElement>('[data-row-link]') ?? [])];
    return { links, at: links.findIndex((link) => link === document.activeElement) };
  };
  const move = (step: number) => () => {
    const { links, at } = rows();
    links[at === -1 ? 0 : Math.min(Math.max(at + step, 0), links.length - 1)]?.focus();
  };
  usePageKeys({
    j: move(1),
    k: move(-1),
    e() {
      const { links, at } = rows();
      const id = links[at]?.dataset['rowLink'];
      if (id !== undefined) onCheck?.(id);
    },
  });
  return list;
}
