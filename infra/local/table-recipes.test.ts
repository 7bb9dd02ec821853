import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { applyChanges } from './file-changes.ts';
import { root } from './installation.ts';
import { newReferralField, newWorklistFilter } from './table-recipes.ts';

const proof = `import { expect, test } from 'vitest';
import { ReferralDraft } from '@handoff/shared/domain/referral/referral';
import { PrefilledField } from '@handoff/shared/domain/referral/prefilled';
import { fieldText } from '../../text/labels/change-labels.ts';
import { blankIntake } from './intake/intake-values.ts';
import { factsOf } from './referral-facts.ts';
import { filters, queryOf, WorklistAddress } from './worklist/worklist-selection.ts';

test('a field of the tables is in the form, on each page and in the API', () => {
  const { Patient } = blankIntake({ state: 'CT', now: new Date() });
  expect(Patient.PreferredName).toBe('');
  for (const place of ['review', 'overview', 'packet', 'merge'] as const)
    expect(factsOf(place, 'Patient', { Patient: { ...Patient, PreferredName: 'Al' } })).toContainEqual(['Goes by', 'Al']);
  expect(fieldText('Patient.PreferredName')).toBe('Preferred name');
  expect(PrefilledField.options).toContain('Patient.PreferredName');
  expect(ReferralDraft.shape.Patient.parse({ LastName: 'Sample' }).PreferredName).toBe('');
});

test('a filter of the tables is in the address, the query and the chips', () => {
  expect(WorklistAddress.parse({ city: 'HARTFORD' })).toEqual({ city: 'HARTFORD' });
  expect(queryOf({ view: 'All', sort: 'DueFirst', city: 'HARTFORD' })).toMatchObject({ City: 'HARTFORD' });
  expect(filters.map(({ label }) => label)).toContain('City');
});
`;

test(
  'a new field of the patient changes three files, a new filter two, and the sources still compile',
  { timeout: 400_000, tags: ['long'] },
  () => {
    const copy = copyOfSources();
    expect(applyChanges(copy, newReferralField)).toBe(3);
    expect(applyChanges(copy, newWorklistFilter)).toBe(2);
    writeFileSync(path.join(copy, 'web/src/features/referrals/new-field.test.ts'), proof);
    writeFileSync(path.join(copy, 'vitest.config.ts'), 'export default {};\n');
    run(copy, 'typescript/bin/tsc', '-b');
    run(copy, 'vitest/vitest.mjs', 'run', 'web/src/features/referrals/new-field.test.ts');
  },
);

const run = (copy: string, tool: string, ...given: string[]) =>
  execFileSync(process.execPath, [path.join(root, 'node_modules', tool), ...given], {
    cwd: copy,
    stdio: 'inherit',
  });

/** Its packages are those of the repository, but for our own, which are the copied ones. */
function copyOfSources(): string {
  const copy = mkdtempSync(path.join(tmpdir(), 'handoff-tables-'));
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }));
  const files = execFileSync('git', ['ls-files', '-z', '-co', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  }).split('\0');
  for (const file of files.filter(Boolean)) cpSync(path.join(root, file), path.join(copy, file));
  const packages = path.join(copy, 'node_modules');
  mkdirSync(packages);
  cpSync(path.join(root, 'node_modules/@handoff'), path.join(packages, '@handoff'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  for (const name of readdirSync(path.join(root, 'node_modules')).filter((each) => each !== '@handoff'))
    symlinkSync(path.join(root, 'node_modules', name), path.join(packages, name));
  for (const own of ['functions/node_modules', 'web/node_modules'])
    symlinkSync(path.join(root, own), path.join(copy, own));
  return copy;
}
