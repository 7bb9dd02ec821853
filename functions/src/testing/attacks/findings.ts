/** Successes of earlier attacks on the running product; attacks.ts replays each one, or the tests named below do. */
export const findings = {
  settings: 'the settings of a developer start in Azure',
  unseen: 'reading leaves no trace',
  'page cache': 'the browser goes back to a patient after the sign-out',
  lock: 'the lock of an idle page opens by itself',
  deleted: 'deletion deletes almost nothing',
  'file before record': 'the record of a deleted document goes before its file, which then stays for ever',
  address: 'an address of a list names a patient',
  trail: 'who holds the database rewrites the trail',
  files: 'a dangerous or exchanged file is handed out',
  'active documents': 'a document that runs or fetches something is taken',
  'late malware': 'malware that is found after the upload is handed out',
  'removed person': 'who was removed goes on hearing',
  session: 'a stolen token outlives the sign-out',
  reveals: 'the numbers of all patients are revealed in a second',
  'no reason': 'numbers are revealed without a reason',
  limits: 'tokens, or rights, are tried without end',
  description: 'the description of the API is made again for everyone who asks',
  'large body': 'the body of someone who is not signed in is read',
  http: 'keys, payers or the database are asked over http',
  application: 'a token of another application is taken',
  'old keys': 'what was sealed with a former key stays so',
  denials: 'a denial does not say who, where and from where',
  'typed numbers': 'numbers that are typed into notes are kept without a warning',
  'many notes': 'notes without end, and names in them, keep the API busy',
  spreadsheets: 'a cell of an exported file is a formula',
  'raw exchanges': 'the raw answers of payers hold the numbers',
  headers: 'answers and pages go out without the headers that protect them',
  restricted: 'someone who is not named sees a restricted patient',
  'growing answer': 'the refusal of a small request is large',
  'slow expression': 'one text keeps a regular expression, and so the API, busy for minutes',
  'unseen name': 'a patient has a name that no one sees',
  'key in two cases': 'the same key in capitals makes a twin',
  emergency: 'an emergency access is used unnoticed, or for ever',
  lists: 'a list of checks asks about, and shows, a restricted patient',
  existence: 'an answer shows that a restricted referral exists',
  guesses: 'the numbers of a patient are guessed by what a new referral is compared with',
  replays: 'a key answers again what its caller may not see any more',
  'deleted rows': 'a list of checks goes on showing a deleted patient',
  'emergency look': 'a look by emergency access leaves no entry of its own',
  'link guesses': 'the secrets of links are guessed without end',
  'link reuse': 'one link takes files without end',
  'link of another': 'a link leads to another referral, another agency or another document',
  'link files': 'a file that bites comes in by a link',
  'ended link': 'a link outlives its revocation, its days or its referral',
  'link after the decision': 'files come in after the decision',
  'link message': 'the page of a sender shows a number of the patient',
  'unseen link': 'a link is opened or used without a trace',
  'costly file': 'a file of a stranger keeps the API, or the browser, busy for minutes',
  'unopenable file': 'a file that no one can open counts as received',
  'refused files': 'uploads that are refused fill the storage',
  'draft values': 'a draft holds whatever someone writes, and a referral takes it',
  'job names': 'the audit names a schedule for what a person caused',
} as const;

export type Finding = keyof typeof findings;

type Test = readonly [file: string, title: string];

/** These attacks also run with their defenses removed. */
const inBrowser = 'web/e2e/session/browser-attacks.ts';

/** Tests that replay a finding elsewhere, for example in a browser, or show more about it. */
export const shownElsewhere: Partial<Record<Finding, readonly Test[]>> = {
  'page cache': [
    [inBrowser, 'go back to a patient after the sign-out, in a browser that keeps every page'],
    [inBrowser, 'go back to a patient after the sign-out, in a browser that tells no page that it is left'],
  ],
  lock: [
    [inBrowser, 'open a locked screen by a movement, a click and keys'],
    [inBrowser, 'open a locked screen by a reload'],
    [inBrowser, 'see in a second tab what is locked in the first'],
    [inBrowser, 'open a locked screen with the sign-in that the browser remembers'],
    [inBrowser, 'find the patient in the document of a locked page'],
  ],
  'job names': [
    [
      'functions/src/features/eligibility/batch/batch.test.ts',
      'a row is checked in the name of the person who started the list, in the audit too',
    ],
  ],
  // Each expression is measured, and planted slow ones are found.
  'slow expression': [
    ['infra/checks/regular-expressions.test.ts', '$file has no slow expression'],
    ['infra/checks/regular-expressions.test.ts', '%s is found to be slow'],
  ],
  'many notes': [
    [
      'functions/src/features/referrals/notes/mention.test.ts',
      'a text full of @ among many people is read far faster than by trying each name at each place',
    ],
  ],
  headers: [
    [
      'infra/local/web/start-web.test.ts',
      'a page of the app is the app, with the headers of the deployed site',
    ],
  ],
};
