import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { checkTemplates, compile, variants } from './check.ts';
import { evaluate } from './evaluate.ts';
import { mistakes } from './mistakes.ts';
import { fromDisk } from './parse.ts';
import { problemsOf } from './policies.ts';
import { grants } from './roles.ts';
import { asFields } from './values.ts';

test('the templates hold every policy', () => expect(checkTemplates()).toEqual([]));

test.each(mistakes)('the check finds that %s', { tags: ['long'] }, (_title, name, text, instead) => {
  const file = path.posix.join('infra/azure/modules', name.startsWith('../') ? name : `${name}.bicep`);
  expect(fromDisk(file)).toContain(text);
  const problems = checkTemplates((asked) => {
    const whole = fromDisk(asked);
    return asked === file ? whole.replaceAll(text, () => instead) : whole;
  });
  expect(problems).not.toEqual([]);
});

const { resources, ...evaluated } = evaluate('infra/azure/main.bicep', variants[0] ?? {}, fromDisk);
const assignments = resources.filter(({ type }) => /\/(role|sqlRole)Assignments$/.test(type));

test('every role assignment is needed, none is duplicated or for another identity', () => {
  expect(assignments).toHaveLength(grants.length);
  for (const one of assignments) {
    const without = resources.filter((resource) => resource !== one);
    const properties = { ...asFields(one.body['properties']), principalId: 'of-somebody-else' };
    const stranger = { ...one, body: { ...one.body, properties } };
    expect(problemsOf({ ...evaluated, resources: without })).toHaveLength(1);
    expect(problemsOf({ ...evaluated, resources: [...resources, stranger] })).not.toEqual([]);
  }
});

test.each([...new Set(grants.map(({ role }) => role))])(
  'it is found that role %s is granted nowhere',
  (role) => {
    const other = '00000000-1111-4111-8111-000000000000';
    expect(checkTemplates((name) => fromDisk(name).replaceAll(role, other))).not.toEqual([]);
  },
);

test('a compiler warning is a problem; without the registry all but the registrations is compiled', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'compiler-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const says = (lines: string) => {
    const bicep = path.join(folder, 'bicep');
    writeFileSync(
      bicep,
      `#!/bin/sh\nif [ "$1" = --version ]; then echo 'Bicep CLI 1'; exit 0; fi\n${lines}\n`,
    );
    chmodSync(bicep, 0o700);
    vi.stubEnv('BICEP', bicep);
    onTestFinished(() => void vi.unstubAllEnvs());
    return compile();
  };
  expect(says('exit 0')).toEqual({ verdict: 'Bicep CLI 1 ran', problems: [] });
  const warning = 'main.bicep(1,1) : Warning BCP037: no such property';
  expect(says(`echo '${warning}' >&2`).problems).toEqual([warning]);
  expect(says('echo broken >&2; exit 1').problems).toEqual([expect.stringContaining('does not compile')]);
  const noRegistry = "infra/*) echo 'entra/main.bicep(1,1) : Error BCP192: no registry' >&2; exit 1";
  expect(
    says(
      `case "$2" in ${noRegistry} ;; *) grep -q "^extension" "$(dirname "$2")/entra/main.bicep" && exit 1; exit 0 ;; esac`,
    ),
  ).toEqual({
    verdict: expect.stringContaining('could not be fetched'),
    problems: [],
  });
});
