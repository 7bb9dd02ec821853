import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { defineConfig, type OxlintOverride } from 'oxlint';

/** What an import may not name, by its text. */
interface Wall {
  regex: string;
  message: string;
  importNames?: string[];
}

/** Folders beside each other from the bottom up; those in one entry do not import each other. Types count, too. */
const floors: Record<string, string[]> = {
  'functions/src': ['platform', 'core', 'records', 'writes', 'auth', 'http', 'imports', 'features'],
  'functions/src/imports': ['decode record', 'read', 'upload', 'publish', 'worker'],
  'functions/src/features/address-import': ['places', 'parse', 'rules table', 'build'],
  'functions/src/features/eligibility': [
    'x12',
    'providers reading rules',
    'history',
    'plans',
    'agency',
    'check',
    'batch',
    'reverify',
  ],
  'functions/src/features/referrals': [
    'checks fhir merge notes numbers reminders restriction transfer',
    'readmission',
  ],
  'functions/src/platform': ['telemetry', 'azure'],
  'functions/src/platform/azure': ['identity', 'cosmos keys'],
  'shared/src': ['domain', 'contract reading'],
  'shared/src/contract': ['eligibility people referrals', 'openapi'],
  'shared/src/domain': [
    'records',
    'access person',
    'address',
    'agency',
    'eligibility',
    'referral',
    'duplicates',
  ],
};

/** The walls of a folder and of those around it, up to the package. */
function wallsOf(folder: string): Wall[] {
  const parent = folder.slice(0, folder.lastIndexOf('/'));
  const name = folder.slice(parent.length + 1);
  const order = floors[parent];
  if (!order) return parent.includes('/') ? wallsOf(parent) : [];
  const at = order.findIndex((floor) => floor.split(' ').includes(name));
  const forbidden = order
    .slice(at)
    .flatMap((floor) => floor.split(' '))
    .filter((other) => other !== name)
    .join('|');
  const own = {
    regex: `^(?:\\.\\./)+(?:${forbidden})/|^@handoff/${parent.replace('/src', '')}/(?:${forbidden})/`,
    message: `In ${parent} this folder is below, or beside.`,
  };
  return [...(forbidden === '' ? [] : [own]), ...wallsOf(parent)];
}

const noSdk = { regex: '^@(azure|microsoft)/', message: 'Only the adapters know an SDK.' };
const portsOnly = { regex: 'platform/([^/]+/|process)', message: 'Only ports are known here.' };
const notTheTop = {
  regex:
    '^(\\.\\./)+(app|config|jobs|main|open-platform)\\.ts$|functions/(app|config|jobs|main|open-platform)$',
  message: 'Nothing inside knows how it is put together.',
};
const features = readdirSync(join(import.meta.dirname, 'functions/src/features'));
const noOtherFeature = {
  regex: `(^|/)features/|^(\\.\\./)+(${features.join('|')})/`,
  message: 'A feature does not import another feature.',
};
const notThePlatform = {
  regex: 'platform/ports(\\.ts)?$',
  importNames: ['Platform'],
  message:
    'A feature or an import gets the ports of its mode or its background work, never the entire platform.',
};
const noNetwork = { regex: '^node:https?$', message: 'The network is a port.' };
const behindReading = readdirSync(join(import.meta.dirname, 'shared/src/reading'))
  .map((file) => file.replace(/\.ts$/, ''))
  // What pages consist of, whom they are about, and the door.
  .filter((file) => !['read-document', 'patients', 'words', 'rules'].includes(file));
const readingByItsDoor = {
  regex: `^@handoff/shared/reading/(${behindReading.join('|')})$`,
  message: 'Papers are read by read-document.ts.',
};
const zodOnly = { regex: '^([^.z]|z[^o]|zo[^d]|zod[^/])', message: 'shared imports zod only.' };
const noUsers = { regex: '(^|/)(functions|infra|web)/', message: 'shared knows none of its users.' };
const notTheApp = { regex: '(^|/)app/', message: 'app composes features, not the other way around.' };
const notAnswers = { regex: '/answers\\.ts$', message: 'Only data/send talks to the API.' };

/** In the web a feature is left by one step more for each folder that it has. */
const noOtherScreen = (steps: number): Wall => ({
  regex: `(^|/)features/|^${'\\.\\./'.repeat(steps)}[^.]`,
  message: 'A feature does not import another feature.',
});

const ofTheApi = [noSdk, portsOnly, notTheTop];
const ofImports = [...ofTheApi, notThePlatform, noNetwork];
const ofFeatures = [...ofImports, noOtherFeature];
const ofScreens = [notTheApp, notAnswers, readingByItsDoor];
const ofShared = [zodOnly, noUsers];

/** The walls of each folder. A later entry replaces an earlier one, so each repeats what is around it. */
const walls: [files: string, Wall[]][] = [
  ['functions/src/{core,records,writes,auth,http}/**', ofTheApi],
  ['functions/src/platform/**', [notTheTop]],
  ['functions/src/imports/**', ofImports],
  ['functions/src/features/**', ofFeatures],
  ['shared/src/**', ofShared],
  ...Object.entries(floors).flatMap(([parent, order]) =>
    order
      .flatMap((floor) => floor.split(' '))
      .map((name): [string, Wall[]] => {
        const folder = `${parent}/${name}`;
        return [`${folder}/**`, [...outside(folder), ...wallsOf(folder)]];
      }),
  ),
  [
    'web/src/data/**',
    [{ regex: '(^|/)(app|ui|features)/', message: 'data knows nothing of what is shown.' }],
  ],
  ['web/src/text/**', [{ regex: '(^|/)(app|data|ui|features)/', message: 'text is what the others show.' }]],
  [
    'web/src/ui/**',
    [
      { regex: '(^|/)(app|features)/', message: 'A component knows no feature.' },
      { regex: '/answers\\.ts$', message: 'Calls go through the hooks of data.' },
    ],
  ],
  ['web/src/features/*/*', [noOtherScreen(1), ...ofScreens]],
  ['web/src/features/*/*/*', [noOtherScreen(2), ...ofScreens]],
  ['web/src/features/*/*/*/*', [noOtherScreen(3), ...ofScreens]],
];

function outside(folder: string): Wall[] {
  if (folder.startsWith('shared/')) return ofShared;
  if (folder.startsWith('functions/src/platform')) return [notTheTop];
  if (folder.startsWith('functions/src/imports')) return ofImports;
  return folder.startsWith('functions/src/features') ? ofFeatures : ofTheApi;
}

const noMock = { object: 'vi', property: 'mock', message: 'No module mocks: pass a platform object.' };
const noEnvironment = {
  object: 'process',
  property: 'env',
  message: 'Only config.ts reads the environment.',
};
const ofProduct = [
  noMock,
  noEnvironment,
  { object: 'process', property: 'stdout', message: 'Only the log writes lines.' },
  { object: 'process', property: 'stderr', message: 'Only the log writes lines.' },
  { object: 'Math', property: 'random', message: 'It can be guessed: say why that is harmless here.' },
  { object: 'document', property: 'write', message: 'No code writes HTML.' },
  ...['innerHTML', 'outerHTML', 'insertAdjacentHTML'].map((property) => ({
    property,
    message: 'No code writes HTML.',
  })),
  ...['assign', 'replace'].map((property) => ({
    object: 'location',
    property,
    message: 'A page leaves for another host only to sign in.',
  })),
  { object: 'window', property: 'open', message: 'A page leaves for another host only to sign in.' },
];
const ofServerFeatures = [
  ...ofProduct,
  { object: 'Date', property: 'now', message: 'The clock is a port.' },
  { object: 'crypto', property: 'randomUUID', message: 'Ids are derived: work.newId(salt).' },
];
const ofWebFeatures = [
  ...ofProduct,
  {
    object: 'referralsApi',
    property: 'update',
    message: 'Save by useUpdateReferral or useSendRow: a decision passes decision/decide.ts first.',
  },
];

const noRegExp = { name: 'RegExp', message: 'Say that its text is our own, and never from a request.' };
const noRequest = ['fetch', 'XMLHttpRequest'].map((name) => ({
  name,
  message: 'Only data/send talks to the API.',
}));

const foreign =
  'somebody anybody nobody everybody anew thereby whereof heed heeds mend mends owed surely lately told';
const phrases = ['for good', 'at hand', 'once more', 'as it is', 'in the long run'];
const unwanted = [...foreign.split(' '), ...phrases];
const plain = {
  mustNotMatch: [
    `^(?:Of|What|Who|Whoever|Whatever|Whose|Those|Where|As|So many)\\b|\\b(?:${unwanted.join('|')})\\b`,
    'Say it in plain English: see terms.md.',
  ],
};

const walled = ([files, patterns]: [string, Wall[]]): OxlintOverride => ({
  files: [files],
  rules: { 'no-restricted-imports': ['error', { patterns }] },
});

export default defineConfig({
  plugins: ['typescript', 'unicorn', 'import', 'oxc', 'react', 'jsx-a11y', 'vitest'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['**/dist/**', '.cache/**', '.local/**', 'functions/assembly/**'],
  rules: {
    'typescript/no-explicit-any': 'error',
    'typescript/no-non-null-assertion': 'error',
    'typescript/no-floating-promises': 'error',
    'typescript/no-misused-promises': 'error',
    'typescript/switch-exhaustiveness-check': 'error',
    'typescript/no-unsafe-type-assertion': 'error',
    'import/no-cycle': 'error',
    'import/no-default-export': 'error',
    'import/no-unassigned-import': 'off',
    'unicorn/filename-case': ['error', { case: 'kebabCase' }],
    'no-console': 'error',
    'no-eval': 'error',
    'no-new-func': 'error',
    'react/no-danger': 'error',
    'no-underscore-dangle': ['error', { allow: ['_etag'] }],
    'max-lines': ['error', { max: 400, skipBlankLines: true, skipComments: true }],
    complexity: ['error', { max: 12 }],
    'no-restricted-properties': ['error', noMock, noEnvironment],
    'no-warning-comments': ['error', { terms: unwanted, location: 'anywhere' }],
    'typescript/consistent-return': 'off',
    'typescript/consistent-type-definitions': ['error', 'interface'],
    'vitest/expect-expect': [
      'error',
      { assertFunctionNames: ['expect', 'expectAccessible', 'expectAccessibleInBothSchemes', 'expectText'] },
    ],
    'vitest/no-standalone-expect': ['error', { additionalTestBlockFunctions: ['afterEach'] }],
    'vitest/valid-title': ['error', plain],
    'react/react-in-jsx-scope': 'off',
  },
  overrides: [
    ...walls.map(walled),
    {
      files: ['shared/src/**/*.test.ts', 'shared/src/testing/**'],
      rules: {
        'no-restricted-imports': [
          'error',
          { patterns: [{ regex: '^(?:@|react)', message: 'shared imports zod only.' }, noUsers] },
        ],
      },
    },
    {
      files: ['functions/src/{stories,testing}/**', 'functions/src/**/*.test{,-d}.ts'],
      rules: { 'no-restricted-imports': 'off' },
    },
    { files: ['{functions,shared}/src/**'], rules: { 'import/no-cycle': ['error', { ignoreTypes: false }] } },
    {
      files: ['{functions,shared,web}/src/**'],
      rules: {
        'no-restricted-properties': ['error', ...ofProduct],
        'no-restricted-globals': ['error', noRegExp],
      },
    },
    {
      files: ['functions/src/{features,imports}/**'],
      rules: { 'no-restricted-properties': ['error', ...ofServerFeatures] },
    },
    { files: ['web/src/**'], rules: { 'no-restricted-globals': ['error', noRegExp, ...noRequest] } },
    { files: ['web/src/features/**'], rules: { 'no-restricted-properties': ['error', ...ofWebFeatures] } },
    {
      files: [
        'web/src/features/referrals/edit/{edit-form.tsx,use-update-referral.ts}',
        'web/src/features/referrals/worklist/bulk/send-row.ts',
      ],
      rules: { 'no-restricted-properties': ['error', ...ofProduct] },
    },
    {
      files: [
        'web/src/data/send/{answers,client,upload-blocks}.ts',
        'web/src/app/web-config.ts',
        'web/src/sender/sender-calls.ts',
      ],
      rules: { 'no-restricted-globals': ['error', noRegExp] },
    },
    { files: ['**/*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    {
      files: [
        'vitest.config.ts',
        'infra/{local,azure,checks,mutation}/**',
        'functions/src/config.ts',
        '{functions,shared,web}/src/**/testing/**',
        '{functions,shared,web}/src/**/*.test{,-d}.{ts,tsx}',
        'functions/src/stories/**',
        'web/e2e/**',
      ],
      rules: {
        'no-restricted-properties': ['error', noMock],
        'no-restricted-globals': 'off',
        'no-console': 'off',
      },
    },
  ],
});
