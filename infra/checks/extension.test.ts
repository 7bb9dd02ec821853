/** @module-tag long */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { after, applyChanges, type Change } from '@handoff/local/file-changes';

// A copy of the server is extended and compiled, which shows how many of its files an extension touches.

const root = path.resolve(import.meta.dirname, '../..');
const modules = path.join(root, 'node_modules');
const copy = mkdtempSync(path.join(tmpdir(), 'handoff-extension-'));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

const isCopied = (file: string) => !/node_modules|\.cache|[/\\]dist/.test(file);
for (const name of ['tsconfig.base.json', 'shared', 'functions'])
  cpSync(path.join(root, name), path.join(copy, name), {
    recursive: true,
    filter: (file) => isCopied(path.relative(root, file)),
  });
mkdirSync(path.join(copy, 'node_modules/@handoff'), { recursive: true });
for (const name of readdirSync(modules).filter((entry) => entry !== '@handoff'))
  symlinkSync(path.join(modules, name), path.join(copy, 'node_modules', name));
symlinkSync('../../shared', path.join(copy, 'node_modules/@handoff/shared'));

/** The messages of the compiler about the copy; empty when it compiles. */
function compile(): string {
  const tsc = path.join(modules, '.bin/tsc');
  return spawnSync(tsc, ['-b', 'functions'], { cwd: copy, encoding: 'utf8' }).stdout;
}

const touch = (...changes: Change[]): number => applyChanges(copy, changes);

test(
  'a new kind of record is one declaration, which does not compile without its facts',
  {
    timeout: 300_000,
  },
  () => {
    const file = 'functions/src/records/kinds/agency-records.ts';
    const kind = `export const insuranceKind = declareRecord({
  type: 'insurance',`;
    const schema = 'schema: z.object({ Id: z.string(), Name: z.string() }),';
    touch([file, kind, `export const visitKind = declareRecord({ type: 'visit', ${schema} });\n\n${kind}`]);
    expect(compile()).toContain('retention');
    const touched = touch([file, `${schema} });`, `${schema} ...ofAgency('a visit', untilDeleted) });`]);
    expect(compile()).toBe('');
    expect(touched).toBe(1);
  },
);

test('a new job is a file of its own and a row of jobs.ts', { timeout: 300_000 }, () => {
  const job = `import type { JobContext } from '../../core/context.ts';
import { domains } from '../../records/kinds/user-records.ts';

export async function countAgencies({ system, log }: JobContext): Promise<void> {
  const count = await system.count(domains);
  log({ level: 'info', event: 'agencies-counted', count });
}
`;
  const touched = touch(
    [
      'functions/src/jobs.ts',
      "    reviews: recorded(parts, {\n      name: 'remindOfReviews'",
      "    agencies: recorded(parts, {\n      name: 'countAgencies',\n      title: 'Count',\n      schedule: '0 1 * * * *',\n      run: ({ job }) => countAgencies(job),\n    }),\n    reviews: recorded(parts, {\n      name: 'remindOfReviews'",
    ],
    [
      'functions/src/jobs.ts',
      'import { sealDays }',
      "import { countAgencies } from './features/agencies/count-agencies.ts';\nimport { sealDays }",
    ],
  );
  expect(compile()).toContain('count-agencies.ts');
  writeFileSync(path.join(copy, 'functions/src/features/agencies/count-agencies.ts'), job);
  expect(compile()).toBe('');
  expect(touched).toBeLessThanOrEqual(1);
});

const carrying = `
import { completed, withoutTaken } from './functions/src/features/referrals/merge/merged-details.ts';
import { ReferralRow, TransferredReferral } from './shared/src/domain/referral/referral.ts';
import { noClinical } from './shared/src/domain/person/clinical-block.ts';
import { referralDraft } from './functions/src/testing/examples/drafts.ts';

const kept = { ...referralDraft(), Clinical: noClinical, Decision: { Kind: 'Pending', Comment: '' }, Owner: null };
const spanish = { PreferredLanguage: 'Spanish', Patient: { ...kept.Patient, PreferredName: 'Patty' } };
const [own, theirs] = [kept, { ...kept, ...spanish }].map((referral) => ({ referral, numbers: {} }));
const { taken, ...after } = completed(own, theirs);
const apart = withoutTaken({ referral: { ...kept, ...after.others, Patient: after.Patient }, numbers: {} }, theirs, taken);
const shown = ({ PreferredLanguage, Patient }) => [PreferredLanguage || null, Patient.PreferredName || null];
console.log(JSON.stringify({
  listed: shown(ReferralRow.partial().parse(spanish)),
  transferred: shown(TransferredReferral.parse(theirs.referral)),
  merged: shown({ ...after.others, Patient: after.Patient }),
  undone: shown({ ...apart.others, Patient: apart.Patient }),
}));
`;

test(
  'a transfer and a merge carry a new field of a referral, and no list shows it, before anything names it',
  { timeout: 300_000 },
  () => {
    const file = 'shared/src/domain/referral/referral.ts';
    const field = '  PreferredLanguage: z.string().optional(),\n';
    const [entered, stored] = [
      '  /** Should be answered before others. */',
      '  Priority: z.boolean().optional(),\n  E',
    ];
    const [given, shown] = ['  Phone: optionalPhone,\n  Ssn', '    Phone: z.string(),\n    /** All numbers'];
    const touched = touch(
      [file, entered, field + entered],
      [file, stored, field + stored],
      [file, given, `  PreferredName: z.string().optional(),\n${given}`],
      [file, shown, `    PreferredName: z.string().optional(),\n${shown}`],
    );
    expect(compile()).toBe('');
    const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', carrying], {
      cwd: copy,
      encoding: 'utf8',
    });
    expect(ran.stderr).toBe('');
    const both = ['Spanish', 'Patty'];
    expect(JSON.parse(ran.stdout)).toEqual({
      listed: [null, null],
      transferred: both,
      merged: both,
      undone: [null, null],
    });
    expect(touched).toBe(1);
  },
);

const clinical = `
import { completed } from './functions/src/features/referrals/merge/merged-details.ts';
import { missingInformation } from './shared/src/domain/referral/needed-information.ts';
import { TransferredReferral } from './shared/src/domain/referral/referral.ts';
import { noClinical } from './shared/src/domain/person/clinical-block.ts';
import { referralDraft } from './functions/src/testing/examples/drafts.ts';

const kept = { ...referralDraft(), Clinical: noClinical };
const known = { ...kept, Clinical: { ...noClinical, Allergies: 'Latex' } };
const [own, theirs] = [kept, known].map((referral) => ({ referral, numbers: {} }));
const { others } = completed(own, theirs);
console.log(JSON.stringify({
  merged: others.Clinical.Allergies,
  transferred: TransferredReferral.parse(known).Clinical.Allergies,
  needed: missingInformation(kept, { Needs: ['Allergies'] }).map(({ name }) => name),
}));
`;

test(
  'a field of the clinical block is one line, which a merge, a transfer and the needs of a status follow',
  { timeout: 300_000 },
  () => {
    const touched = touch([
      'shared/src/domain/person/clinical-block.ts',
      '    Homebound:',
      "    Allergies: text.meta({ title: 'Allergies' }),\n    Homebound:",
    ]);
    expect(compile()).toBe('');
    const ran = spawnSync(process.execPath, ['--input-type=module', '--eval', clinical], {
      cwd: copy,
      encoding: 'utf8',
    });
    expect(ran.stderr).toBe('');
    expect(JSON.parse(ran.stdout)).toEqual({
      merged: 'Latex',
      transferred: 'Latex',
      needed: ['Allergies'],
    });
    expect(touched).toBe(1);
  },
);

test('the compiler leads through the files of a sixth list', { timeout: 300_000 }, () => {
  const declared = touch(
    after(
      'shared/src/domain/agency/list-settings.ts',
      '  SettingsDisciplinesInfo: z.array(Discipline),\n',
      '  SettingsVisitTypesInfo: z.array(Discipline),\n',
    ),
  );
  const led = ['list-templates.ts', 'reference-table.ts'];
  const missing = compile();
  for (const file of led) expect(missing).toContain(file);
  const filled = touch(
    after(
      'shared/src/domain/agency/list-templates.ts',
      'disciplines[kind].map((Name) => ({ Id: Name, Name })),\n',
      "    SettingsVisitTypesInfo: [{ Id: 'Evaluation', Name: 'Evaluation' }],\n",
    ),
    after(
      'functions/src/records/reference-table.ts',
      'references: Record<Referred, UseOf[]> = {\n',
      '  SettingsVisitTypesInfo: [],\n',
    ),
    after(
      'shared/src/contract/settings.ts',
      'export const settingsApi = {\n',
      `  updateVisitTypes: put('/settings/updatevisittypes', {
        ...updatesList('visit types'),
        body: z.strictObject({ SettingsVisitTypesInfo: listOf(Discipline), ...listUpdate }),
        output: ConfiguredLists.pick({ SettingsVisitTypesInfo: true }).extend(listUpdated),
      }),\n`,
    ),
    after(
      'functions/src/features/settings/list-handlers.ts',
      "updateList('SettingsDisciplinesInfo'),\n",
      "  updateVisitTypes: updateList('SettingsVisitTypesInfo'),\n",
    ),
    after(
      'functions/src/features/settings/list-handlers.ts',
      "  | 'updateDisciplines'\n",
      "  | 'updateVisitTypes'\n",
    ),
    after(
      'functions/src/testing/examples/endpoint-examples.ts',
      "const settingsExamples: Examples['settings'] = {\n",
      `  updateVisitTypes: {
        as: 'mia',
        input: () => ({ body: { Etag: '', SettingsVisitTypesInfo: [{ Id: 'first', Name: 'First' }] } }),
      },\n`,
    ),
  );
  expect(compile()).toBe('');
  expect(declared + filled).toBeLessThanOrEqual(6);
});

test('the compiler leads through the files of a tenth state', { timeout: 300_000 }, () => {
  const listed = touch([
    'shared/src/domain/address/us-state.ts',
    "'PA', 'RI', 'VT'",
    "'PA', 'RI', 'VT', 'DE'",
  ]);
  expect(compile()).toContain('county-fips.ts');
  const named = touch([
    'functions/src/features/address-import/places/county-fips.ts',
    '  ME: {\n',
    "  DE: { fips: '10', counties: '001 Kent,003 New Castle,005 Sussex' },\n  ME: {\n",
  ]);
  expect(compile()).toBe('');
  expect(listed + named).toBeLessThanOrEqual(3);
});
