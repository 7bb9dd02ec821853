import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { makeFieldSecrets } from './platform/azure/keys/field-keys.ts';
import { readConfig, settingNames } from './config.ts';

const Example = z.object({ Values: z.record(z.string(), z.string()) });
const example = Example.parse(
  JSON.parse(await readFile(new URL('../../local.settings.example.json', import.meta.url), 'utf8')),
);

test('the example settings are those the API reads', () => {
  // The first is for Core Tools, the others are set by Azure.
  const shown = Object.keys(example.Values).filter((name) => name !== 'FUNCTIONS_WORKER_RUNTIME');
  const ofAzure = new Set(['WEBSITE_INSTANCE_ID', 'IDENTITY_ENDPOINT', 'IDENTITY_HEADER']);
  const read = settingNames.filter((name) => !ofAzure.has(name));
  expect(shown.toSorted()).toEqual(read.toSorted());
});

test('the example does not work as it is: every secret has to be put in', () => {
  expect(() => readConfig(example.Values)).toThrow('CONTINUATION_KEY');
});

test('keys for patient numbers: from a file on a machine, never in Azure', () => {
  const { FIELD_KEYS: _example, ...settings } = example.Values;
  const problems = (more: Record<string, string>) => {
    try {
      readConfig({ ...settings, ...more });
      return '';
    } catch (error) {
      return String(error);
    }
  };
  const FIELD_KEYS = JSON.stringify(makeFieldSecrets());
  const inAzure = { WEBSITE_INSTANCE_ID: 'one' };
  expect(problems({})).toContain('FIELD_KEYS: missing');
  expect(problems({ FIELD_KEYS })).not.toContain('FIELD_KEYS');
  expect(problems({ FIELD_KEYS, ...inAzure })).toContain('FIELD_KEYS: must not be set in Azure');
  expect(problems(inAzure)).not.toContain('FIELD_KEYS');
  const key = 'A'.repeat(342);
  const FIELD_KEYS_WRAPPED = JSON.stringify({ current: 'v1', data: { v1: key }, index: key });
  const FIELD_KEYS_VAULT_KEY = 'https://handoff.vault.azure.net/keys/field-kek/0123456789abcdef';
  expect(problems({ FIELD_KEYS_WRAPPED, FIELD_KEYS_VAULT_KEY, ...inAzure })).not.toContain('FIELD_KEYS');
  expect(problems({ FIELD_KEYS_WRAPPED, ...inAzure })).toContain('FIELD_KEYS_WRAPPED: comes with');
  for (const wrong of ['http://handoff.vault.azure.net/keys/a/1', 'https://vault.example/keys/a/1'])
    expect(problems({ FIELD_KEYS_WRAPPED, FIELD_KEYS_VAULT_KEY: wrong })).toContain('FIELD_KEYS_VAULT_KEY');
  for (const wrong of ['{}', 'not json', FIELD_KEYS.replace('"current":"v1"', '"current":"v9"')])
    expect(problems({ FIELD_KEYS: wrong })).toContain('FIELD_KEYS');
});

test('the sandbox does not answer in Azure unless expressly allowed', () => {
  expect(wrongInAzure({})).toContain('ELIGIBILITY_PROVIDER: the sandbox must not answer in Azure');
  expect(wrongInAzure({ ELIGIBILITY_SANDBOX_IN_AZURE: 'true' })).not.toContain('ELIGIBILITY');
  expect(wrongInAzure({ ELIGIBILITY_PROVIDER: 'stedi' })).not.toContain('ELIGIBILITY');
  expect(wrongInAzure({ ELIGIBILITY_PROVIDER: 'other' })).toContain('ELIGIBILITY_PROVIDER: not valid');
});

function wrongInAzure(more: Record<string, string>): string {
  try {
    readConfig({ ...example.Values, WEBSITE_INSTANCE_ID: 'one', ...more });
    return '';
  } catch (error) {
    return String(error);
  }
}

test('a process ends itself where it is told to on this machine only', () => {
  const { CONTINUATION_KEY: _, ...others } = example.Values;
  const guid = '00000000-0000-4000-8000-000000000001';
  const settings = {
    ...others,
    AUTH_AUDIENCE: guid,
    AUTH_TENANT_ID: guid,
    FIRST_ADMINISTRATOR_OID: '',
    AUTH_JWKS_URI: 'https://login.example/keys',
    CONTINUATION_KEY: 'ab'.repeat(32),
    FIELD_KEYS: JSON.stringify(makeFieldSecrets()),
    LOCAL_SIGNAL_AT: 'SIGKILL@A2',
  };
  expect(() => readConfig(settings)).toThrow(
    /^These settings .*\n  LOCAL_SIGNAL_AT: is for this machine only$/,
  );
  expect(readConfig({ ...settings, AUTH_LOCAL_ISSUER: 'true' }).LOCAL_SIGNAL_AT).toBe('SIGKILL@A2');
  const afterAsking = { ...settings, AUTH_LOCAL_ISSUER: 'true', LOCAL_SIGNAL_AT: 'SIGKILL@B3p' };
  expect(readConfig(afterAsking).LOCAL_SIGNAL_AT).toBe('SIGKILL@B3p');
});
