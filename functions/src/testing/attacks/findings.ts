/** What attacks on the running product once got; each is replayed by attacks.ts, or where it says below. */
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
  description: 'the description of the API is made anew for everybody who asks',
  'large body': 'the body of somebody who is not signed in is read',
  http: 'keys, payers or the database are asked over http',
  application: 'a token of another application is taken',
  'old keys': 'what was sealed with a former key stays so',
  denials: 'a denial does not say who, where and from where',
  'typed numbers': 'numbers that are typed into notes are kept without a warning',
  'many notes': 'notes without end, and names in them, keep the API busy',
  spreadsheets: 'a cell of an exported file is a formula',
  'raw exchanges': 'the raw answers of payers hold the numbers',
  headers: 'answers and pages go out without the headers that protect them',
  restricted: 'somebody who is not named sees a restricted patient',
  emergency: 'an emergency access is used unnoticed, or for ever',
} as const;

export type Finding = keyof typeof findings;

type Test = readonly [file: string, title: string];

/** These have their cures taken out too. */
const inBrowser = 'web/e2e/session/browser-attacks.ts';

/** In a browser, in the host, or where the protection is no part that could be taken out. */
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
  'file before record': [
    [
      'functions/src/features/retention/killed-runs.test.ts',
      'runs that die after every few writes (seed %i) leave no file without its record, and end where one run ends',
    ],
    ['functions/src/features/retention/purge.test.ts', 'a document deleted by itself goes with its file'],
  ],
  'active documents': [
    ['functions/src/features/documents/documents.test.ts', 'a template elsewhere'],
    ['functions/src/features/documents/documents.test.ts', 'an embedded object'],
    ['functions/src/features/documents/documents.test.ts', 'macros under another spelling'],
  ],
  'late malware': [
    [
      'functions/src/features/documents/scan/scan.test.ts',
      'malware that is found later takes a clean document back',
    ],
  ],
  'no reason': [
    [
      'functions/src/features/audit/watch-reading.test.ts',
      'numbers that are revealed in a series are noticed sooner, with the reason of each',
    ],
  ],
  description: [
    [
      'functions/src/pipeline/request/reply.test.ts',
      'a constant answer is made once for each encoding, however many ask at once',
    ],
  ],
  'large body': [
    [
      'functions/src/pipeline/stories/spec-client-more.test.ts',
      'no one reads the body of who is not signed in',
    ],
  ],
  http: [
    [
      'functions/src/config.test.ts',
      'every address is https; on one machine http goes as far as that machine',
    ],
  ],
  'old keys': [
    [
      'functions/src/features/keys/renew-keys.test.ts',
      'all that is sealed is sealed again and found by new hashes, and the former keys can go',
    ],
  ],
  denials: [
    [
      'functions/src/pipeline/access/limits.test.ts',
      'a denial is a warning that says who, for which agency and from where',
    ],
  ],
  'typed numbers': [
    [
      'functions/src/features/referrals/notes/notes.test.ts',
      'a note that seems to hold a whole number is marked, and its history keeps none',
    ],
  ],
  'many notes': [
    [
      'functions/src/features/referrals/notes/mention.test.ts',
      'a text full of @ among many people is read in no time',
    ],
    [
      'functions/src/pipeline/access/limits.test.ts',
      'no page is longer than 100, and everything that is sent has an end',
    ],
  ],
  spreadsheets: [
    [
      'shared/src/domain/records/csv.test.ts',
      'whatever a cell holds, a record keeps its columns and no cell is a formula',
    ],
  ],
  headers: [
    [
      'functions/src/pipeline/stories/answers.test.ts',
      'successes and failures carry the same security headers, failures the one error body',
    ],
    [
      'infra/local/web/start-web.test.ts',
      'a page of the app is the app, with the headers of the deployed site',
    ],
  ],
};
