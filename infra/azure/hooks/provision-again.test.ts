import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { evaluate, type Resource } from '../check/evaluate.ts';
import { textOf, type Fields } from '../check/values.ts';

const main = 'infra/azure/main.bicep';
const Parameters = z.object({ parameters: z.record(z.string(), z.object({ value: z.string() })) });
const { parameters } = Parameters.parse(JSON.parse(readFileSync('infra/azure/main.parameters.json', 'utf8')));

/** Fills in main.parameters.json like azd: `${NAME=standard}` from the environment. */
const filledIn = (environment: Record<string, string>): Fields =>
  Object.fromEntries(
    Object.entries(parameters).map(([name, { value }]) => [
      name,
      typed(
        value.replaceAll(
          /\$\{(\w+)=?(.*?)\}/g,
          (_all, variable: string, standard: string) => environment[variable] ?? standard,
        ),
      ),
    ]),
  );

const typed = (text: string) =>
  text === 'true' || text === 'false' ? text === 'true' : /^\d+$/.test(text) ? Number(text) : text;

const named = { AZURE_ENV_NAME: 'check', AZURE_LOCATION: 'eastus2' };
/** What azd asks for at the first time. */
const asked = { ZONE_REDUNDANT_DATABASE: 'true', DATABASE_THROUGHPUT: '0' };
const chosen = {
  ...named,
  ZONE_REDUNDANT_DATABASE: 'false',
  DATABASE_THROUGHPUT: '4000',
  SECOND_LOCATION: 'westus3',
  SIGNALR_UNITS: '5',
  DAILY_LOG_GB: '10',
  SCANNED_GB_A_MONTH: '500',
  ALERT_EMAIL: 'operations@agency.example',
  WEB_LOCATION: 'westeurope',
  GIVEN_API_CLIENT_ID: 'bbbbbbbb-0000-4000-8000-000000000001',
  GIVEN_WEB_CLIENT_ID: 'bbbbbbbb-0000-4000-8000-000000000002',
  GIVEN_API_SCOPE: 'api://handoff/api.read',
  PRIVATE_NETWORK: 'true',
  DELETE_LOCKS: 'false',
  ALWAYS_READY_INSTANCES: '1',
  MONTHLY_BUDGET: '500',
  NODE_VERSION: '22',
  STEDI_API_KEY: 'made-up',
};
const standard = { ...named, ...asked, ALERT_EMAIL: 'operations@agency.example' };

/** Returns the created resources, and the environment that azd makes of the outputs. */
function provision(environment: Record<string, string>, of: Fields) {
  const { resources, outputs, missing } = evaluate(main, { ...filledIn(environment), ...of });
  expect(missing).toEqual([]);
  const written = new Map(Object.entries(outputs).map(([name, value]) => [name, textOf(value)]));
  return { resources, environment: Object.fromEntries(written) };
}

/** Finds the secret, which is written when it is given and then stays in the vault; nothing need wait for it then. */
const kept = (resources: Resource[]) =>
  resources
    .filter(({ type }) => type !== 'Microsoft.KeyVault/vaults/secrets')
    .map(({ body, ...resource }) => ({ ...resource, body: { ...body, dependsOn: undefined } }));

test.each([
  ['nothing was chosen', standard],
  ['everything was chosen', chosen],
])(
  'provisioning again in a later month by a workflow, which knows only outputs, changes nothing: %s',
  (_what, environment) => {
    const first = provision(environment, { thisMonth: '2026-11-01', deployerId: 'a person' });
    const later = provision(
      { ...first.environment, ...named },
      { thisMonth: '2027-01-01', deployerId: 'a workflow' },
    );
    expect(kept(later.resources)).toEqual(kept(first.resources));
  },
);
