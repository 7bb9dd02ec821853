/** What is mutated, and the tests that must notice, the quickest first. Both as globs from the root. */
export interface Area {
  /** `pipeline/requests` is a part of `pipeline`, run with tests of its own; together they have one score. */
  name: string;
  mutate: readonly string[];
  tests: readonly string[];
  /** A fifth of this area or so, small enough for every `npm test`. */
  sample: readonly string[];
}

export const areas: readonly Area[] = [
  // All of the pipeline that decides something: who asks is an area of its own, and call-ports.ts only hands ports on.
  {
    name: 'pipeline/writes',
    mutate: ['functions/src/writes/{atomic,fingerprint,idempotency-record,job-context,lease,write-loop}.ts'],
    tests: [
      'functions/src/writes/{atomic,fingerprint,idempotency-record,job-context,lease,lost-lease}.test.ts',
      'functions/src/stories/attempts.test.ts',
    ],
    sample: ['functions/src/writes/fingerprint.ts'],
  },
  {
    name: 'pipeline/work',
    mutate: [
      'functions/src/writes/{access-log,announce-change,audit-chain,commit,outbox,write-turns}.ts',
      'functions/src/records/{reader,staged-work}.ts',
    ],
    tests: [
      'functions/src/{writes/{commit,write-turns},records/{staged-work,reader}}.test.ts',
      'functions/src/writes/{access-log,audit-chain,outbox}.test.ts',
    ],
    sample: ['functions/src/writes/commit.ts'],
  },
  {
    name: 'pipeline/records',
    mutate: [
      'functions/src/records/{concurrency-check,conflicting-fields,edited-by,field-changes,queue-webhooks,references}.ts',
      'functions/src/writes/{create-once,notify-person}.ts',
    ],
    tests: [
      'functions/src/records/{concurrency-check,conflicting-fields,field-changes,queue-webhooks,references}.test.ts',
      'functions/src/writes/{create-once,notify-person}.test.ts',
    ],
    sample: ['functions/src/records/conflicting-fields.ts'],
  },
  {
    name: 'pipeline/input',
    mutate: ['functions/src/http/input/*.ts'],
    tests: ['functions/src/http/input/*.test.ts'],
    sample: ['functions/src/http/input/field-errors.ts'],
  },
  {
    name: 'pipeline/requests',
    mutate: ['functions/src/http/*.ts', 'functions/src/core/{app-error,csv-export,csv-records}.ts'],
    // Of the stories those that send few calls: whoever sends every call takes a minute for each mistake that survives.
    tests: ['functions/src/{http,core}/*.test.ts', 'functions/src/stories/{request-log,trace}.test.ts'],
    sample: ['functions/src/http/routes.ts'],
  },
  {
    name: 'pipeline/limits',
    mutate: ['functions/src/auth/{limits,rate-limiter}.ts', 'functions/src/records/restriction.ts'],
    tests: ['functions/src/records/restriction.test.ts', 'functions/src/auth/rate-limiter.test.ts'],
    sample: ['functions/src/auth/rate-limiter.ts'],
  },
  {
    name: 'authentication',
    mutate: [
      'functions/src/platform/azure/identity/tokens.ts',
      'functions/src/auth/{authenticate,caller,domain-override}.ts',
    ],
    tests: [
      'functions/src/platform/azure/identity/tokens.test.ts',
      'functions/src/auth/*.test.ts',
      'functions/src/features/users/sign-out.test.ts',
    ],
    sample: ['functions/src/auth/domain-override.ts'],
  },
  {
    name: 'import/files',
    mutate: ['functions/src/features/address-import/{decode,parse,table,build}/!(compiled-table).ts'],
    // None that needs the local platform, whose start each mistake that survives would wait for.
    tests: [
      'functions/src/features/address-import/{decode,parse,table,build}/!(compiled-table).test.ts',
      'functions/src/testing/imports/{same-as-csv-parse,rejected-rows}.test.ts',
    ],
    sample: ['functions/src/features/address-import/parse/address-text.ts'],
  },
  {
    name: 'import/versions',
    mutate: ['functions/src/features/address-import/publish/*.ts'],
    // Not worker/import-killed.test.ts: the process it kills runs the code without any planted mistake. Nor
    // import-faults.test.ts: its waiting is half of the time that a mistake which survives takes.
    tests: [
      'functions/src/features/address-import/publish/{publish-version,review,street-changes}.test.ts',
      'functions/src/features/address-import/rules/{file-rules,column-choice}.test.ts',
      'functions/src/features/address-import/worker/{import-state-file,import-claims}.test.ts',
    ],
    sample: ['functions/src/features/address-import/publish/stored-zips.ts'],
  },
  {
    name: 'eligibility',
    mutate: [
      'functions/src/features/eligibility/{x12,x12/guide,rules}/*.ts',
      '!**/{sample-answers,guide-table}.ts',
    ],
    // Not x12/answer-damage.test.ts: it looks for the smallest counterexample of each mistake, which takes its time.
    tests: [
      'functions/src/features/eligibility/rules/**/*.test.ts',
      'functions/src/features/eligibility/x12/!(answer-damage).test.ts',
      'functions/src/features/eligibility/x12/guide/guide.test.ts',
    ],
    sample: ['functions/src/features/eligibility/x12/calendar.ts'],
  },
];
