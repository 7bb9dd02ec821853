import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { readConfig, settingNames } from './config.ts';

const Example = z.object({ Values: z.record(z.string(), z.string()) });
const example = Example.parse(
  JSON.parse(await readFile(new URL('../../local.settings.example.json', import.meta.url), 'utf8')),
);

test('the example settings are those the API reads', () => {
  // The first is for Core Tools, the second is set by Azure.
  const shown = Object.keys(example.Values).filter((name) => name !== 'FUNCTIONS_WORKER_RUNTIME');
  const read = settingNames.filter((name) => name !== 'WEBSITE_INSTANCE_ID');
  expect(shown.toSorted()).toEqual(read.toSorted());
});

test('the example does not work as it is: every secret has to be put in', () => {
  expect(() => readConfig(example.Values)).toThrow('CONTINUATION_KEY');
});

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
    LOCAL_SIGNAL_AT: 'SIGKILL@A2',
  };
  expect(() => readConfig(settings)).toThrow(
    /^These settings .*\n  LOCAL_SIGNAL_AT: is for this machine only$/,
  );
  expect(readConfig({ ...settings, AUTH_LOCAL_ISSUER: 'true' }).LOCAL_SIGNAL_AT).toBe('SIGKILL@A2');
});
