/** What is mutated, and the tests that must notice. Both as globs from the root. */
export interface Area {
  mutate: readonly string[];
  tests: readonly string[];
  /** A fifth of this area or so, small enough for every `npm test`. */
  sample: readonly string[];
}

export const areas: Record<string, Area> = {
  pipeline: {
    mutate: ['functions/src/pipeline/{idempotency,unit-of-work,records}/*.ts'],
    // Of the stories those that send few calls: whoever sends every call takes a minute for each mistake that survives.
    tests: [
      'functions/src/pipeline/{idempotency,unit-of-work,records}/*.test.ts',
      'functions/src/pipeline/stories/{attempts,combined-fields,trace}.test.ts',
      'functions/src/features/audit/*.test.ts',
      'functions/src/features/parties/**/*.test.ts',
      'functions/src/features/users/notifications.test.ts',
      'functions/src/features/webhooks/webhooks.test.ts',
    ],
    sample: ['functions/src/pipeline/idempotency/fingerprint.ts'],
  },
  authentication: {
    mutate: [
      'functions/src/platform/azure/identity/tokens.ts',
      'functions/src/pipeline/access/{authenticate,caller,domain-override}.ts',
    ],
    tests: [
      'functions/src/platform/azure/identity/tokens.test.ts',
      'functions/src/pipeline/access/*.test.ts',
      'functions/src/features/users/sign-out.test.ts',
    ],
    sample: ['functions/src/pipeline/access/domain-override.ts'],
  },
  import: {
    mutate: [
      'functions/src/features/address-import/read/*.ts',
      'functions/src/features/address-import/rows/!(scan|samples|reject-report|compiled-table).ts',
      'functions/src/features/address-import/versions/{zip-document,zip-groups}.ts',
    ],
    // None that needs the local platform, whose start each mistake that survives would wait for.
    tests: [
      'functions/src/features/address-import/{read,rows}/!(compiled-table).test.ts',
      'functions/src/features/address-import/versions/{zip-document,zip-groups}.test.ts',
      'functions/src/testing/imports/same-as-csv-parse.test.ts',
    ],
    sample: ['functions/src/features/address-import/rows/address-text.ts'],
  },
  'import-run': {
    mutate: [
      'functions/src/features/address-import/rows/{scan,samples,reject-report}.ts',
      'functions/src/features/address-import/versions/!(zip-document|zip-groups).ts',
    ],
    // Not runs/import-killed.test.ts: the process it kills runs the code as it is, without any planted mistake. Nor
    // import-faults.test.ts: its waiting is half of the time that a mistake which survives takes.
    tests: [
      'functions/src/features/address-import/versions/{review,street-changes}.test.ts',
      'functions/src/features/address-import/runs/import-state-file.test.ts',
      'functions/src/features/address-import/turns/import-turns.test.ts',
    ],
    sample: ['functions/src/features/address-import/versions/live-version.ts'],
  },
  eligibility: {
    mutate: ['functions/src/features/eligibility/{x12,rules}/*.ts', '!**/sample-answers.ts'],
    // Not x12/answer-damage.test.ts: it looks for the smallest counterexample of each mistake, which takes its time.
    tests: [
      'functions/src/features/eligibility/rules/**/*.test.ts',
      'functions/src/features/eligibility/x12/!(answer-damage).test.ts',
    ],
    sample: ['functions/src/features/eligibility/x12/calendar.ts'],
  },
};
