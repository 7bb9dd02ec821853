import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';

const root = path.resolve(import.meta.dirname, '../..');

/** An import that each wall of oxlint.config.ts forbids. */
const forbidden: [file: string, specifier: string][] = [
  ['functions/src/http/a.ts', '@azure/cosmos'],
  ['functions/src/records/a.ts', '../platform/azure/blobs.ts'],
  ['functions/src/records/b.ts', '../http/reply.ts'],
  ['functions/src/http/b.ts', '../imports/read/file-kind.ts'],
  ['functions/src/imports/read/a.ts', '../../features/audit/a.ts'],
  ['functions/src/imports/read/b.ts', '../worker/import-file.ts'],
  ['functions/src/platform/azure/a.ts', '../../core/hash.ts'],
  ['functions/src/platform/telemetry/a.ts', '../azure/log.ts'],
  ['functions/src/features/audit/a.ts', '@azure/storage-blob/sub/path'],
  ['functions/src/features/audit/b.ts', '../users/a.ts'],
  ['functions/src/features/audit/inner/c.ts', '@handoff/functions/features/users/a'],
  ['functions/src/features/audit/d.ts', '../../app.ts'],
  ['functions/src/features/audit/e.ts', 'node:https'],
  ['functions/src/features/eligibility/x12/a.ts', '../check/b.ts'],
  ['functions/src/features/eligibility/x12/b.ts', '../../users/a.ts'],
  ['functions/src/features/users/a.ts', '../../platform/process.ts'],
  ['shared/src/domain/address/a.ts', '../referral/referral.ts'],
  ['shared/src/domain/referral/b.ts', 'react'],
  ['shared/src/domain/c.ts', '../../../functions/src/app.ts'],
  ['shared/src/domain/d.ts', '../contract/api.ts'],
  ['shared/src/reading/a.ts', '../contract/api.ts'],
  ['shared/src/reading/b.ts', 'pdfjs-dist'],
  ['shared/src/contract/b.ts', '../reading/read-document.ts'],
  ['web/src/features/admin/a.ts', '../../app/session.ts'],
  ['web/src/features/admin/b.ts', '../../data/send/answers.ts'],
  ['web/src/features/admin/c.ts', '../referrals/a.ts'],
  ['web/src/features/admin/inner/d.ts', '../../referrals/a.ts'],
  ['web/src/features/admin/inner/most/e.ts', '../../../referrals/a.ts'],
  ['web/src/features/referrals/intake/a.ts', '@handoff/shared/reading/labels'],
  ['web/src/ui/inner/a.ts', '../../features/admin/a.ts'],
  ['web/src/ui/b.ts', '../data/send/answers.ts'],
  ['web/src/data/send/a.ts', '../../ui/feedback/reading.tsx'],
  ['web/src/text/a.ts', '../data/use-settings.ts'],
];

const allowed: [file: string, specifier: string][] = [
  ['functions/src/features/eligibility/check/a.ts', '../x12/b.ts'],
  ['functions/src/features/audit/inner/a.ts', '../../../records/kinds/user-records.ts'],
  ['functions/src/records/c.ts', '../platform/ports.ts'],
  ['functions/src/features/audit/inner/d.ts', '../../../imports/read/file-kind.ts'],
  ['shared/src/contract/a.ts', '../domain/address/zip-code.ts'],
  ['shared/src/reading/c.ts', '../domain/person/contact.ts'],
  ['web/src/features/admin/inner/b.ts', '../other/b.ts'],
  ['web/src/features/referrals/intake/b.ts', '@handoff/shared/reading/read-document'],
];

test('each wall forbids an import, and no allowed one', () => {
  const planted = [...forbidden, ...allowed];
  const reported = lint(
    planted.map(([file, from]) => [file, `import type { X } from '${from}';\nexport type Y = X;`]),
  );
  expect([...reported].toSorted()).toEqual(forbidden.map(([file]) => file).toSorted());
});

test('no feature imports the entire platform', () => {
  const planted = `import type { Platform as P } from '../../platform/ports.ts';\nexport type Y = P;`;
  expect(lint([['functions/src/features/audit/a.ts', planted]]).size).toBe(1);
});

test('files that import each other are found, types included', () => {
  const circle: [string, string][] = [
    ['shared/src/domain/a.ts', importing('b')],
    ['shared/src/domain/b.ts', importing('a')],
  ];
  expect(lint(circle, 'import/no-cycle').size).toBe(2);
});

const unsafe: Record<string, [rule: string, file: string, line: string][]> = {
  'no code writes HTML or runs text as code': [
    ['no-restricted-properties', 'web/src/ui/a.ts', 'b.innerHTML = c;'],
    ['react/no-danger', 'web/src/ui/a.tsx', 'f(<p dangerouslySetInnerHTML={c} />);'],
    ['no-eval', 'shared/src/domain/a.ts', 'eval(c);'],
  ],
  'regular expressions are built from our own text, never from input': [
    ['no-restricted-globals', 'functions/src/http/a.ts', 'new RegExp(c);'],
  ],
  'guessable random numbers only spread tries over time': [
    ['no-restricted-properties', 'functions/src/http/a.ts', 'Math.random();'],
  ],
  'only the log writes lines': [
    ['no-restricted-properties', 'functions/src/http/a.ts', 'process.stdout.write(c);'],
    ['no-console', 'functions/src/http/a.ts', 'console.log(c);'],
  ],
  'a page links to another host only to sign in': [
    ['no-restricted-properties', 'web/src/ui/a.ts', 'window.open(c);'],
  ],
  'a page of a feature asks the API through data': [
    ['no-restricted-globals', 'web/src/features/admin/a.ts', 'fetch(c);'],
  ],
};

test.each(Object.entries(unsafe))('%s', (_title, planted) => {
  for (const [rule, file, line] of planted) expect(lint([[file, line]], rule).size).toBe(1);
});

const importing = (name: string) =>
  `import type { X } from './${name}.ts';\nexport type Y = X;\nexport type X = Y;`;

const Report = z.object({ diagnostics: z.array(z.object({ code: z.string(), filename: z.string() })) });

/** Writes these files beside a copy of the rules, and returns those that the rule reports. */
function lint(files: [file: string, text: string][], rule = 'no-restricted-imports'): Set<string> {
  const folder = mkdtempSync(path.join(tmpdir(), 'walls-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(path.join(root, 'oxlint.config.ts'), path.join(folder, 'oxlint.config.ts'));
  symlinkSync(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  // The rules name the features, and the files of reading, that are there.
  for (const name of ['audit', 'users'])
    mkdirSync(path.join(folder, 'functions/src/features', name), { recursive: true });
  for (const [file, text] of [...files, ['shared/src/reading/labels.ts', '']] as const) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    writeFileSync(path.join(folder, file), `${text}\n`);
  }
  const oxlint = path.join(root, 'node_modules/oxlint/bin/oxlint');
  const args = [oxlint, '--format=json', '-A', 'all', '-D', rule, ...files.map(([file]) => file)];
  const { stdout } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' });
  // Rules that the configuration sets for some files report, too.
  const own = Report.parse(JSON.parse(stdout)).diagnostics.filter(({ code }) =>
    code.endsWith(`(${rule.split('/').at(-1)})`),
  );
  return new Set(own.map(({ filename }) => filename.replaceAll('\\', '/')));
}
