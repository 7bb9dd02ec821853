import { execFileSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import * as z from 'zod';
import { expect, test } from 'vitest';
import { makeFieldSecrets } from './platform/azure/keys/field-keys.ts';
import { importV8Options, nodeOptions, readConfig, refusedInAzure, settingNames } from './config.ts';

const Example = z.object({ Values: z.record(z.string(), z.string()) });
const example = Example.parse(
  JSON.parse(await readFile(new URL('../../local.settings.example.json', import.meta.url), 'utf8')),
);

const guid = '00000000-0000-4000-8000-000000000001';
const onThisMachine = {
  ...example.Values,
  AUTH_ISSUER: 'http://localhost:9000/tenant/v2.0',
  AUTH_JWKS_URI: 'http://127.0.0.1:9000/keys',
  AUTH_AUDIENCE: guid,
  AUTH_TENANT_ID: guid,
  AUTH_CLIENT_IDS: guid,
  FIRST_ADMINISTRATOR_OID: '',
  CONTINUATION_KEY: 'ab'.repeat(32),
  FIELD_KEYS: JSON.stringify(makeFieldSecrets()),
};

const inAzure = {
  WEBSITE_SKU: 'FlexConsumption',
  IDENTITY_ENDPOINT: 'http://localhost:4141/msi/token',
  IDENTITY_HEADER: 'of the instance',
  IDENTITY_CLIENT_ID: guid,
  AzureWebJobsStorage__blobServiceUri: 'https://one.blob.core.windows.net/',
  AzureWebJobsStorage__queueServiceUri: 'https://one.queue.core.windows.net/',
  AzureWebJobsStorage__credential: 'managedidentity',
  AzureWebJobsStorage__clientId: guid,
  BLOB_TRIGGER_SOURCE: 'EventGrid',
  COSMOS_ENDPOINT: 'https://one.documents.azure.com:443/',
  COSMOS_DATABASE: 'handoff',
  SIGNALR_ENDPOINT: 'https://one.service.signalr.net',
  AUTH_ISSUER: 'https://login.microsoftonline.com/one/v2.0',
  AUTH_JWKS_URI: 'https://login.microsoftonline.com/one/discovery/v2.0/keys',
  AUTH_AUDIENCE: guid,
  AUTH_TENANT_ID: guid,
  AUTH_SCOPE: 'api.read',
  AUTH_CLIENT_IDS: guid,
  FIELD_KEYS_VAULT_KEY: 'https://one.vault.azure.net/keys/field-keys/0123456789abcdef',
  ELIGIBILITY_PROVIDER: 'stedi',
  SWEEP_SCHEDULE: '0 */2 * * * *',
};

/** Returns the lines of the error without its heading; none when the settings are valid. */
function problems(settings: Record<string, string>): string[] {
  try {
    readConfig(settings);
    return [];
  } catch (error) {
    return String(error).split('\n').slice(1);
  }
}

test('the example settings are those that the API reads on a local machine', () => {
  // The other settings are for Core Tools and Node.
  const shown = Object.keys(example.Values).filter((name) => !/^(FUNCTIONS|NODE)_/.test(name));
  expect(shown.toSorted()).toEqual(settingNames.local.toSorted());
});

test('the example does not work unchanged: every secret must be filled in', () => {
  expect(problems(example.Values)).toEqual(
    expect.arrayContaining([expect.stringMatching('CONTINUATION_KEY'), expect.stringMatching('FIELD_KEYS')]),
  );
});

test('a local machine is declared, and everything else is Azure', () => {
  expect(readConfig(onThisMachine).place).toBe('local');
  expect(readConfig(inAzure).place).toBe('azure');
  const undeclared = problems({ ...onThisMachine, RUNS_LOCALLY: '' });
  expect(undeclared).toContain('  COSMOS_KEY: must not be set in Azure');
  expect(undeclared).toContain('  On a machine of your own, set RUNS_LOCALLY=true.');
});

test.each([
  'WEBSITE_SITE_NAME',
  'WEBSITE_SKU',
  'WEBSITE_POD_NAME',
  'WEBSITE_INSTANCE_ID',
  'CONTAINER_APP_NAME',
  'LEGION_SERVICE_HOST',
])('with %s set, no declaration makes it a local machine', (mark) => {
  const found = problems({ ...onThisMachine, [mark]: 'one' });
  expect(found).toContain('  RUNS_LOCALLY: must not be set in Azure');
  expect(found).toContain(`  This is Azure, as ${mark} shows.`);
});

test.each(refusedInAzure)('%s is refused in Azure by name', (name) => {
  expect(problems({ ...inAzure, [name]: 'any' })).toEqual([`  ${name}: must not be set in Azure`]);
});

test('a key in an unrelated setting is refused too, and never shown', () => {
  const connection = 'DefaultEndpointsProtocol=https;AccountName=one;AccountKey=c2VjcmV0;';
  expect(problems({ ...inAzure, REPORTS: connection })).toEqual(['  REPORTS: must not be set in Azure']);
});

test('all problems are reported at once', () => {
  const { COSMOS_DATABASE: _database, AUTH_SCOPE: _scope, ...others } = inAzure;
  const wrong = {
    ...others,
    COSMOS_KEY: 'secret',
    RUNS_LOCALLY: 'true',
    SIGNALR_ENDPOINT: 'http://one.service.signalr.net',
    AUTH_AUDIENCE: 'the api',
    ELIGIBILITY_PROVIDER: 'sandbox',
  };
  expect(problems(wrong).toSorted()).toEqual([
    '  AUTH_AUDIENCE: not valid (invalid_format)',
    '  AUTH_SCOPE: missing',
    '  COSMOS_DATABASE: missing',
    '  COSMOS_KEY: must not be set in Azure',
    '  ELIGIBILITY_PROVIDER: the sandbox must not answer in Azure unless that is allowed',
    '  RUNS_LOCALLY: must not be set in Azure',
    '  SIGNALR_ENDPOINT: must be https',
    '  This is Azure, as WEBSITE_SKU shows.',
  ]);
});

test('every address must use https; a local machine may use http to itself', () => {
  const addresses = ['COSMOS_ENDPOINT', 'AUTH_ISSUER', 'AUTH_JWKS_URI', 'STEDI_URL'];
  for (const name of addresses) {
    expect(problems({ ...inAzure, [name]: 'http://127.0.0.1:1/' })).toEqual([`  ${name}: must be https`]);
    expect(problems({ ...onThisMachine, [name]: 'http://one.example/' })).toEqual([
      `  ${name}: must be https`,
    ]);
    expect(problems({ ...onThisMachine, [name]: 'http://localhost.example/' })).not.toEqual([]);
    expect(problems({ ...onThisMachine, [name]: 'http://127.0.0.1:1/' })).toEqual([]);
  }
});

test('the sandbox does not answer in Azure unless explicitly allowed', () => {
  const sandbox = { ...inAzure, ELIGIBILITY_PROVIDER: '' };
  expect(problems(sandbox)).toEqual([expect.stringMatching('ELIGIBILITY_PROVIDER: the sandbox must not')]);
  expect(problems({ ...sandbox, ELIGIBILITY_SANDBOX_IN_AZURE: 'true' })).toEqual([]);
});

test('damaged keys for patient numbers are refused', () => {
  const { FIELD_KEYS } = onThisMachine;
  for (const wrong of ['', '{}', 'not json', FIELD_KEYS.replace('"current":"v1"', '"current":"v9"')])
    expect(problems({ ...onThisMachine, FIELD_KEYS: wrong })).toEqual([expect.stringMatching('FIELD_KEYS')]);
});

test('a process kills itself at a checkpoint on a local machine only', () => {
  const config = readConfig({ ...onThisMachine, LOCAL_SIGNAL_AT: 'SIGKILL@B3p' });
  expect(config).toMatchObject({ LOCAL_SIGNAL_AT: 'SIGKILL@B3p' });
  expect(problems({ ...inAzure, LOCAL_SIGNAL_AT: 'SIGKILL@A2' })).toHaveLength(1);
});

test('the local example starts Node as in Azure', () => {
  expect(example.Values['NODE_OPTIONS']).toBe(nodeOptions);
});

test('V8 knows the import option, whose absence it would not report', () => {
  const [name = ''] = importV8Options.split('=');
  expect(execFileSync(process.execPath, ['--v8-options'], { encoding: 'utf8' })).toContain(`${name} `);
});
