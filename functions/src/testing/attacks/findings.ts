/** What attacks on the running product once got; each is replayed here, or where it says. */
export const findings = {
  settings: 'the settings of a developer start in Azure',
  unseen: 'reading leaves no trace',
  'page cache': 'the browser goes back to a patient after the sign-out',
  lock: 'the lock of an idle page opens by itself',
  deleted: 'deletion deletes almost nothing',
  address: 'an address of a list names a patient',
  trail: 'who holds the database rewrites the trail',
  files: 'a dangerous or exchanged file is handed out',
  'removed person': 'who was removed goes on hearing',
  session: 'a stolen token outlives the sign-out',
  reveals: 'the numbers of all patients are revealed in a second',
  limits: 'tokens, or rights, are tried without end',
  application: 'a token of another application is taken',
  'raw exchanges': 'the raw answers of payers hold the numbers',
  restricted: 'somebody who is not named sees a restricted patient',
  emergency: 'an emergency access is used unnoticed, or for ever',
} as const;

export type Finding = keyof typeof findings;

/** In a browser, or for longer than an attack lasts. */
export const replayedElsewhere: Partial<Record<Finding, string>> = {
  'page cache': 'web/src/app/session/page-cache.test.ts',
  lock: 'web/e2e/session/idle-lock.e2e.ts',
};
