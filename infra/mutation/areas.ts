/** Files to mutate and the tests that must notice, fastest first. Both are globs from the root. */
export interface Area {
  /** `pipeline/requests` is a part of `pipeline` with separate tests; together they have one score. */
  name: string;
  mutate: readonly string[];
  tests: readonly string[];
  /** About a fifth of this area, small enough for every `npm test`. */
  sample: readonly string[];
}

export const areas: readonly Area[] = [
  // Everything in the pipeline that makes decisions; authentication is a separate area, and call-ports.ts only passes
  // ports on.
  {
    name: 'pipeline/writes',
    mutate: ['functions/src/writes/{atomic,fingerprint,idempotency-record,job-context,lease,write-loop}.ts'],
    tests: [
      'functions/src/writes/{atomic,fingerprint,idempotency-record,job-context,lease,lost-lease}.test.ts',
      'functions/src/stories/attempts.test.ts',
    ],
    sample: ['functions/src/writes/idempotency-record.ts'],
  },
  {
    name: 'pipeline/work',
    mutate: [
      'functions/src/writes/{access-log,audit-chain,commit,outbox,write-turns}.ts',
      'functions/src/records/reader.ts',
      'functions/src/writes/unit-of-work.ts',
    ],
    tests: [
      'functions/src/{writes/{commit,write-turns,unit-of-work},records/reader}.test.ts',
      'functions/src/writes/{access-log,audit-chain,outbox}.test.ts',
    ],
    sample: ['functions/src/writes/commit.ts'],
  },
  {
    name: 'pipeline/records',
    mutate: [
      'functions/src/records/{concurrency-check,conflicting-fields,edited-by,field-changes,queue-webhooks,references}.ts',
      'functions/src/writes/notify-person.ts',
    ],
    tests: [
      'functions/src/records/{concurrency-check,conflicting-fields,field-changes,queue-webhooks,references}.test.ts',
      'functions/src/writes/notify-person.test.ts',
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
    // Only stories with few calls: one that sends every call takes a minute for each surviving mutant.
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
      'functions/src/auth/{authenticators,caller}.ts',
    ],
    tests: [
      'functions/src/platform/azure/identity/tokens.test.ts',
      'functions/src/auth/*.test.ts',
      'functions/src/features/users/sign-out.test.ts',
    ],
    sample: ['functions/src/auth/caller.ts'],
  },
  {
    name: 'import/files',
    mutate: [
      'functions/src/imports/{decode,read}/*.ts',
      'functions/src/features/address-import/{parse,table,build}/!(compiled-table).ts',
    ],
    // Tests that need the local platform are left out, because each surviving mutant would wait for its start.
    tests: [
      'functions/src/imports/{decode,read}/*.test.ts',
      'functions/src/features/address-import/{parse,table,build}/!(compiled-table).test.ts',
      'functions/src/features/reference-lists/practitioner-file.test.ts',
      'functions/src/testing/imports/{same-as-csv-parse,rejected-rows}.test.ts',
    ],
    sample: ['functions/src/features/address-import/parse/address-text.ts'],
  },
  {
    name: 'import/versions',
    mutate: ['functions/src/imports/publish/*.ts'],
    // worker/import-killed.test.ts is left out, because the process that it kills runs the code without any mutant.
    // So is import-faults.test.ts, whose waiting is half of a surviving mutant's time.
    tests: [
      'functions/src/imports/publish/{publish-version,review}.test.ts',
      'functions/src/features/address-import/rules/{file-rules,column-choice}.test.ts',
      'functions/src/imports/worker/{import-file,import-claims}.test.ts',
    ],
    sample: ['functions/src/imports/publish/publish-version.ts'],
  },
  {
    name: 'eligibility',
    mutate: ['functions/src/features/eligibility/{x12,rules}/*.ts'],
    // x12/answer-damage.test.ts is left out, because its search for the smallest counterexample of each mutant takes
    // long.
    tests: [
      'functions/src/features/eligibility/rules/**/*.test.ts',
      'functions/src/features/eligibility/x12/!(answer-damage).test.ts',
    ],
    sample: ['functions/src/features/eligibility/x12/calendar.ts'],
  },
];
