import { useSyncExternalStore } from 'react';

export interface LoggedMessage {
  kind: 'success' | 'error';
  text: string;
  at: Date;
}

const MOST_MESSAGES = 50;
let messages: readonly LoggedMessage[] = [];
const listeners = new Set<() => void>();

/** Toasts vanish after seconds; what they said stays readable here until the tab closes. */
export function recordMessage(message: Omit<LoggedMessage, 'at'>): void {
  messages = [{ ...message, at: new Date() }, ...messages].slice(0, MOST_MESSAGES);
  for (const listener of listeners) listener();
}

export function useMessageLog(): readonly LoggedMessage[] {
  return useSyncExternalStore(subscribe, () => messages);
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
