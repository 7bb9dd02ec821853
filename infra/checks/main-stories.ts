/**
 * The browser stories that `npm test` runs, by the person whose work they are: one for each thing that people do all
 * day. `npm run test:long stories` runs all, and so does each pull request.
 */
export const mainStories = {
  intake: [
    'intake records a referral, attaches a PDF and writes a note that a colleague reads live',
    'the worklist begins with open work, due first, and headers sort it; its address keeps the order',
    'on a row n begins a note and e a check, Back returns to the row, and c begins a referral',
    'a referral is checked with its own masked number, and shows the resulting status',
    'leaving a new referral keeps it as a draft, which the drafts of the worklist continue',
  ],
  manager: [
    'a decline by keyboard suggests agencies for the patient, shows its consequences, and can be reopened',
    'two people edit one record: untouched fields update, and fields that both changed are chosen one by one',
  ],
  administrator: ['a file for a live state shows its changes, and waits'],
  everyone: [
    'an unattended screen counts down, locks, and is restored unchanged',
    'the open page of a deactivated person is covered within 3 seconds, and its data never comes back',
    'after a walk through the product the browser keeps nothing of a patient',
    'one click is one trace: browser, request, database, outbox and live message, found by the id that the browser sent',
  ],
};
