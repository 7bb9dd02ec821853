export const LOGIN_ERROR = 'An error occurred during login.';

const BLOCKED = 'Your browser blocked the sign-in window.';
const CLOSED = 'The sign-in window was closed before the sign-in was complete.';

const words = new Map([
  ['popup_window_error', BLOCKED],
  ['empty_window_error', BLOCKED],
  ['user_cancelled', CLOSED],
  ['timed_out', CLOSED],
]);

/**
 * The error's own message, or the specification's text: the sign-in library's own messages are only a code and a link.
 */
export function signInError(error: unknown): string {
  const message = error instanceof Error ? error.message : '';
  if (message !== '' && !message.includes('aka.ms/msal')) return message;
  return words.get(message.split(':')[0] ?? '') ?? LOGIN_ERROR;
}
