import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** Every syntax that imports another module. */
const spellings: ((specifier: string) => string)[] = [
  (specifier) => `import { x } from '${specifier}';\nexport const y = x;`,
  (specifier) => `import * as x from '${specifier}';\nexport const y = x;`,
  (specifier) => `import type { X } from '${specifier}';\nexport type Y = X;`,
  (specifier) => `export { x } from '${specifier}';`,
  (specifier) => `export * from '${specifier}';`,
  (specifier) => `export const y = import('${specifier}');`,
];

const features = readdirSync(path.join(root, 'functions/src/features'));
const screens = readdirSync(path.join(root, 'web/src/features'));

/** Imports that each file must not have, in any spelling. */
const forbidden: [file: string, specifiers: string[]][] = [
  [
    'functions/src/features/planted/a.ts',
    [
      '@azure/cosmos',
      '@azure/storage-blob/sub/path',
      '@microsoft/signalr',
      '../../platform/azure/blobs.ts',
      '../../platform/azure/cosmos/store.ts',
      '../../platform/process.ts',
      '@handoff/functions/platform/azure/blobs',
      '../../app.ts',
      ...features.flatMap((feature) => [
        `../${feature}/a.ts`,
        `../../features/${feature}/a.ts`,
        `@handoff/functions/features/${feature}/a`,
      ]),
    ],
  ],
  [
    'functions/src/features/planted/room/a.ts',
    ['../../../platform/azure/blobs.ts', ...features.map((feature) => `../../${feature}/room/a.ts`)],
  ],
  ['functions/src/http/a.ts', ['../platform/azure/blobs.ts', '@azure/cosmos']],
  ['functions/src/records/a.ts', ['../platform/azure/blobs.ts', '@azure/cosmos']],
  [
    'web/src/features/planted/a.ts',
    [
      '../../app/session.ts',
      '../../data/send/answers.ts',
      ...screens.flatMap((screen) => [`../${screen}/a.ts`, `../../features/${screen}/a.ts`]),
    ],
  ],
  [
    'web/src/features/planted/room/a.ts',
    ['../../../app/session.ts', ...screens.map((screen) => `../../${screen}/room/a.ts`)],
  ],
  [
    'web/src/features/planted/room/inner/a.ts',
    ['../../../../app/session.ts', ...screens.map((screen) => `../../../${screen}/room/a.ts`)],
  ],
  [
    'web/src/ui/room/a.ts',
    ['../../features/admin/audit/audit-page.tsx', '../../app/session.ts', '../../data/send/answers.ts'],
  ],
  [
    'web/src/data/send/a.ts',
    ['../../ui/feedback/reading.tsx', '../../features/admin/audit/audit-page.tsx', '../../app/session.ts'],
  ],
  [
    'web/src/text/a.ts',
    [
      '../data/use-settings.ts',
      '../ui/feedback/reading.tsx',
      '../features/admin/audit/audit-page.tsx',
      '../app/session.ts',
    ],
  ],
  [
    'shared/src/domain/a.ts',
    [
      '@azure/cosmos',
      '@handoff/functions/app',
      'node:fs',
      'react',
      'vitest',
      '../../../functions/src/app.ts',
    ],
  ],
];

/** Imports that the same rules allow. */
const allowed: [file: string, specifiers: string[]][] = [
  [
    'functions/src/features/planted/room/a.ts',
    [
      './b.ts',
      '../other-room/b.ts',
      '../../../core/record-kind.ts',
      '../../../core/app-error.ts',
      '../../../records/kinds/user-records.ts',
      '@handoff/shared/domain/access/user',
      'node:stream',
    ],
  ],
  ['functions/src/platform/azure/cosmos/a.ts', ['@azure/cosmos', '../../ports.ts']],
  [
    'web/src/features/planted/room/a.ts',
    ['./b.ts', '../other-room/b.ts', '../../../ui/feedback/reading.tsx', '../../../data/records/use-read.ts'],
  ],
  [
    'web/src/features/planted/a.ts',
    ['./room/b.ts', '../../ui/feedback/reading.tsx', '../../data/records/use-read.ts'],
  ],
  ['web/src/app/a.ts', ['../features/admin/audit/audit-page.tsx']],
  ['shared/src/domain/a.ts', ['zod', './b.ts', '../contract/api.ts']],
];

test('every forbidden import is reported, in any spelling', () => {
  const planted = plant(forbidden);
  const reported = lint(planted.folder);
  expect(planted.files.filter((file) => !reported.has(file))).toEqual([]);
});

test('no feature imports the entire platform, under any name', () => {
  const ports = '../../platform/ports.ts';
  const planted = [
    `import type { Platform } from '${ports}';\nexport type Y = Platform;`,
    `import { type Platform as Everything } from '${ports}';\nexport type Y = Everything;`,
    `import type * as ports from '${ports}';\nexport type Y = ports.Platform;`,
    `export type { Platform } from '${ports}';`,
    `import type { Platform } from '@handoff/functions/platform/ports';\nexport type Y = Platform;`,
  ];
  const { folder } = plant([]);
  const place = path.join(folder, 'functions/src/features/planted');
  mkdirSync(place, { recursive: true });
  for (const [index, text] of planted.entries()) writeFileSync(path.join(place, `${index}.ts`), `${text}\n`);
  const files = planted.map((_, index) => `functions/src/features/planted/${index}.ts`);
  expect([...lint(folder)].toSorted()).toEqual(files);
});

test('allowed imports are not reported', () => {
  expect([...lint(plant(allowed).folder)]).toEqual([]);
});

test('only one file of the web talks to the API', () => {
  const text = "export const y = fetch('/api');\nexport const z = new XMLHttpRequest();\n";
  const places = ['features/planted/a.ts', 'ui/a.ts', 'text/a.ts', 'data/send/answers.ts'];
  const { folder } = plant([]);
  for (const place of places) {
    mkdirSync(path.dirname(path.join(folder, 'web/src', place)), { recursive: true });
    writeFileSync(path.join(folder, 'web/src', place), text);
  }
  expect([...lint(folder, 'no-restricted-globals')].toSorted()).toEqual(
    places
      .slice(0, -1)
      .map((place) => `web/src/${place}`)
      .toSorted(),
  );
});

/** Writes a file for each import, in a folder with the rules of this repository. */
function plant(imports: [file: string, specifiers: string[]][]): { folder: string; files: string[] } {
  const folder = mkdtempSync(path.join(tmpdir(), 'walls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  const files: string[] = [];
  for (const [place, specifiers] of imports)
    for (const specifier of specifiers)
      for (const spell of spellings) {
        const file = place.replace(/a\.ts$/, `planted-${files.length}.ts`);
        mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
        writeFileSync(path.join(folder, file), `${spell(specifier)}\n`);
        files.push(file);
      }
  return { folder, files };
}

/** Returns the files with a restricted import. */
function lint(folder: string, rule = 'no-restricted-imports'): Set<string> {
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const args = [oxlint, '--format=json', '-A', 'all', '-D', rule, '.'];
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  if (stdout === '') throw new Error(stderr);
  const { diagnostics }: { diagnostics: { code: string; filename: string }[] } = JSON.parse(stdout);
  return new Set(
    diagnostics
      .filter(({ code }) => code.includes(rule))
      .map(({ filename }) => filename.replaceAll('\\', '/')),
  );
}
