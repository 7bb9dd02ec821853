import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import { containers } from '../../../functions/src/platform/containers.ts';
import { evaluate } from './evaluate.ts';
import { fromDisk, type ReadTemplate } from './parse.ts';
import { problemsOf, textProblems } from './policies.ts';
import { settingsOf } from './settings.ts';

const main = 'infra/azure/main.bicep';
const given = {
  environmentName: 'check',
  location: 'eastus2',
  alertEmail: 'operations@agency.example',
  stediApiKey: 'made-up',
};
const registrations = {
  apiClientId: 'bbbbbbbb-0000-4000-8000-000000000001',
  webClientId: 'bbbbbbbb-0000-4000-8000-000000000002',
  apiScope: 'api://handoff/api.read',
};
/** As most will deploy it, and with everything else that can be chosen. */
export const variants = [
  given,
  { ...given, ...registrations, privateNetwork: true, alwaysReadyInstances: 1, deleteLocks: false },
];

/** Everything that is wrong with the templates, as far as it shows without Azure. */
export function checkTemplates(read: ReadTemplate = fromDisk): string[] {
  const files = globSync('infra/azure/**/*.bicep');
  try {
    return [
      ...files.flatMap((file) => textProblems(file, read(file))),
      ...new Set(variants.flatMap((parameters) => problemsOf(evaluate(main, parameters, read)))),
      ...containerProblems(read),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** What the templates give the API, as most will deploy it. */
export const apiSettings = () => settingsOf(evaluate(main, given, fromDisk).resources);

function containerProblems(read: ReadTemplate): string[] {
  const file = 'infra/azure/containers.json';
  if (isDeepStrictEqual(JSON.parse(read(file)), containerDefinitions())) return [];
  return [`${file} differs from functions/src/platform/containers.ts: npm run check:infra -- --write`];
}

/** As the resource provider wants them: a partition key names its kind too. */
export function containerDefinitions() {
  return containers.map(({ partitionKey, ...rest }) => ({
    ...rest,
    partitionKey: { ...partitionKey, kind: 'Hash' },
  }));
}

/** The real compiler, where there is one. It is never downloaded. */
export function compile(): string {
  const bicep = process.env['BICEP'] ?? 'bicep';
  const version = spawnSync(bicep, ['--version'], { encoding: 'utf8' });
  if (version.status !== 0)
    return 'The Bicep compiler did not run: it is not installed. Put it on the PATH, or name it in BICEP.';
  const built = spawnSync(bicep, ['build', main, '--stdout'], { encoding: 'utf8' });
  if (built.status !== 0) throw new Error(`${version.stdout}${built.stderr}`);
  return `${version.stdout.trim()}: compiled without errors`;
}
