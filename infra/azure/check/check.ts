import { spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { containers } from '../../../functions/src/platform/containers.ts';
import { samplingProblems } from './alerts.ts';
import { costTable } from './cost.ts';
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
  zoneRedundantDatabase: true,
  databaseThroughput: 0,
};
const registrations = {
  apiClientId: 'bbbbbbbb-0000-4000-8000-000000000001',
  webClientId: 'bbbbbbbb-0000-4000-8000-000000000002',
  apiScope: 'api://handoff/api.read',
};
/** The usual deployment, and one with every other option. */
export const variants = [
  given,
  {
    ...given,
    ...registrations,
    privateNetwork: true,
    alwaysReadyInstances: 1,
    deleteLocks: false,
    databaseThroughput: 4000,
    secondLocation: 'westus3',
    signalrUnits: 5,
  },
];

/** Returns everything wrong with the templates that can be found without Azure. */
export function checkTemplates(read: ReadTemplate = fromDisk): string[] {
  const files = globSync('infra/azure/**/*.bicep');
  try {
    return [
      ...files.flatMap((file) => textProblems(file, read(file))),
      ...new Set(variants.flatMap((parameters) => problemsOf(evaluate(main, parameters, read)))),
      ...containerProblems(read),
      ...samplingProblems(read),
      ...costProblems(read),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Returns the API's settings in the usual deployment. */
export const apiSettings = () => settingsOf(evaluate(main, given, fromDisk).resources);

function containerProblems(read: ReadTemplate): string[] {
  const file = 'infra/azure/containers.json';
  if (isDeepStrictEqual(JSON.parse(read(file)), containerDefinitions())) return [];
  return [`${file} differs from functions/src/platform/containers.ts: npm run check infra -- --write`];
}

export const operations = 'infra/docs/operations.md';

function costProblems(read: ReadTemplate): string[] {
  const page = readFileSync(operations, 'utf8');
  if (pageWithCosts(page, read) === page) return [];
  return [`${operations} has other costs than the templates: npm run check infra -- --write`];
}

/** The page with the table of costs of the usual deployment. */
export function pageWithCosts(page: string, read: ReadTemplate = fromDisk): string {
  const [before = '', after = ''] = page.split(/(?<=^## Cost$)/m);
  const [table = ''] = /(?:^\|.*\n)+/m.exec(after) ?? [];
  return before + after.replace(table, () => costTable(evaluate(main, given, read).resources, read));
}

/** Returns the definitions in the form of the resource provider, where a partition key also names its kind. */
export function containerDefinitions() {
  return containers.map(({ partitionKey, ...rest }) => ({
    ...rest,
    partitionKey: { ...partitionKey, kind: 'Hash' },
  }));
}

/**
 * Runs the real compiler if it is installed; it is never downloaded. It only warns of a property that does not exist.
 */
export function compile(): { verdict: string; problems: string[] } {
  const bicep = process.env['BICEP'] ?? 'bicep';
  const version = spawnSync(bicep, ['--version'], { encoding: 'utf8' });
  if (version.status !== 0) {
    const verdict =
      'The Bicep compiler did not run: it is not installed. Put it on the PATH, or name it in BICEP.';
    return { verdict, problems: [] };
  }
  const name = version.stdout.trim();
  const problems = diagnosticsOf(bicep, main);
  // The only extension is in a registry. Without access to it, everything else is still compiled.
  if (!problems.some((problem) => problem.includes('BCP192'))) return { verdict: `${name} ran`, problems };
  return {
    verdict: `${name} ran, but for the registrations in Entra: their extension could not be fetched`,
    problems: withoutRegistrations((file) => diagnosticsOf(bicep, file)),
  };
}

function diagnosticsOf(bicep: string, file: string): string[] {
  const { stderr, status } = spawnSync(bicep, ['build', file, '--stdout'], { encoding: 'utf8' });
  const found = stderr.split('\n').filter((line) => / : (?:Error|Warning|Info) /.test(line));
  return found.length > 0 || status === 0 ? found : [`${file} does not compile: ${stderr}`];
}

function withoutRegistrations(build: (file: string) => string[]): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'handoff-templates-'));
  try {
    cpSync('infra/azure', folder, { recursive: true, filter: (file) => !/\/(?:check|hooks)$/.test(file) });
    const entra = path.join(folder, 'entra/main.bicep');
    const text = readFileSync(entra, 'utf8');
    const outputs = text.match(/^output \w+ string/gm) ?? [];
    // The linter requires that every parameter is used.
    const stub = outputs.map((output) => `${output} = '\${environmentName}\${webOrigin}'`);
    writeFileSync(entra, [...(text.match(/^param .*/gm) ?? []), ...stub, ''].join('\n'));
    return build(path.join(folder, 'main.bicep'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}
