import { createElement, useSyncExternalStore } from 'react';

/** The combined duration of `toast-in` and `toast-out` (toasts.css); a toast's timer runs between them. */
const FADES_MS = 240;
const SUCCESS_MS = 2000 - FADES_MS;
const ERROR_MS = 4000 - FADES_MS;
/** Long enough to read the message and reach the button. */
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

/** A message about something that has neither succeeded nor failed yet. */
export function showNotice(text: string): void {
  recordMessage({ kind: 'success', text });
  withToast((toast) => toast.warning(text, { autoClose: ERROR_MS, role: 'status' }));
}

interface Offer {
  text: string;
  button: string;
  onTake: () => void;
}

/** A message with one action, such as undo. */
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

/** The library loads with its container (ui/feedback/toasts.tsx), so the first page waits for neither. */
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

/** Keeps the messages of this tab readable after their toasts have disappeared. */
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
