import { type RefObject, useLayoutEffect, useRef } from 'react';

/** Blocks a form while it saves, because text typed then would be lost. The focus returns afterward. */
export function useInert<E extends HTMLElement>(isInert: boolean): RefObject<E | null> {
  const part = useRef<E>(null);
  useLayoutEffect(() => {
    const element = part.current;
    if (!isInert || !element) return undefined;
    const focused = document.activeElement;
    element.inert = true;
    return () => {
      element.inert = false;
      if (document.activeElement === document.body && focused instanceof HTMLElement) focused.focus();
    };
  }, [isInert]);
  return part;
}
