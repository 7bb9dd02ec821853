import { useLayoutEffect } from 'react';
import { focusIfLost } from './page-focus.ts';

/**
 * Gives the focus back after a dialog: to its opener, or to the heading if the opener was deleted. Mantine returns it
 * only to an opener in place, and only while the dialog stays rendered.
 */
export function useFocusReturn(isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const opener = document.activeElement;
    return () => {
      for (const ms of [0, AFTER_TRANSITION_MS]) setTimeout(() => giveBackTo(opener), ms);
    };
  }, [isOpen]);
}

const AFTER_TRANSITION_MS = 300;

const giveBackTo = (opener: Element | null) =>
  focusIfLost(opener instanceof HTMLElement && opener.isConnected ? opener : document.querySelector('h1'));
