import { expect, test } from 'vitest';
import { signInError } from './sign-in-error.ts';

test.each([
  ['popup_window_error: See https://aka.ms/msal.js.errors#popup_window_error for details', /blocked/],
  ['empty_window_error: See https://aka.ms/msal.js.errors#empty_window_error for details', /blocked/],
  ['timed_out: See https://aka.ms/msal.js.errors#timed_out for details', /closed/],
  [
    'no_token_request_cache_error: See https://aka.ms/msal.js.errors#x for details',
    /^An error occurred during login.$/,
  ],
  ['', /^An error occurred during login.$/],
  ['AADSTS65004: the person went back without signing in.', /^AADSTS65004: the person went back/],
])('"%s" is shown in words', (message, shown) => {
  expect(signInError(new Error(message))).toMatch(shown);
});
