import { createElement, useSyncExternalStore } from 'react';

/** The time that `toast-in` and `toast-out` take together (toasts.css): the clock of a toast runs between them. */
const FADES_MS = 240;
const SUCCESS_MS = 2000 - FADES_MS;
const ERROR_MS = 4000 - FADES_MS;
/** Long enough to read it and to reach the button. */
const OFFER_MS = 10_000;

/** The specification's durations and limits, in one place. */
export const toastLimits = { limit: 20, autoClose: SUCCESS_MS } as const;

export function showSuccess(text: string): void {
  recordMessage({ kind: 'success', text });
  withToast((toast) => toast.success(text, { role: 'status' }));
}

export function showError(text: string): void {
  recordMessage({ kind: 'error', text });
  withToast((toast) => toast.error(text, { autoClose: ERROR_MS }));
}

/** Something that is neither done nor failed yet. */
export function showNotice(text: string): void {
  recordMessage({ kind: 'error', text });
  withToast((toast) => toast.warning(text, { autoClose: ERROR_MS, role: 'status' }));
}

interface Offer {
  text: string;
  button: string;
  onTake: () => void;
}

/** A message with one thing to do about it, such as to undo what was done. */
export function showOffer({ text, button, onTake }: Offer): void {
  recordMessage({ kind: 'success', text });
  withToast((toast) =>
    toast(
      ({ closeToast }) => {
        const take = () => {
          closeToast();
          onTake();
        };
        const props = { type: 'button' as const, className: 'text-button', onClick: take };
        return createElement('span', null, text, ' ', createElement('button', props, button));
      },
      { autoClose: OFFER_MS, closeOnClick: false, role: 'status' },
    ),
  );
}

type Toast = (typeof import('react-toastify/unstyled'))['toast'];

/** The library is loaded with its container (app/toasts.tsx): the first page does not wait for either. */
function withToast(show: (toast: Toast) => void): void {
  void import('react-toastify/unstyled').then(({ toast }) => show(toast));
}

export interface LoggedMessage {
  kind: 'success' | 'error';
  text: string;
  at: Date;
}

const MAX_MESSAGES = 50;
let messages: readonly LoggedMessage[] = [];
const listeners = new Set<() => void>();

/** Toasts vanish after seconds; what they said stays readable here until the tab closes. */
function recordMessage(message: Omit<LoggedMessage, 'at'>): void {
  messages = [{ ...message, at: new Date() }, ...messages].slice(0, MAX_MESSAGES);
  for (const listener of listeners) listener();
}

export function useMessageLog(): readonly LoggedMessage[] {
  return useSyncExternalStore(subscribe, () => messages);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
