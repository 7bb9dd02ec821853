import { globSync } from 'node:fs';
import path from 'node:path';
import { issueAccessToken } from './identity/issue-access-token.ts';
import { apiClientId, clientId, issuerOf, openInstallation, root, tenantId } from './installation.ts';
import { findRunning } from './platform/running-platform.ts';

// `npm run token -- ana` prints an access token for trying the API by hand, like the one of a sign-in. It is for the
// installation that runs, or else for that of the variables.

const [name] = process.argv.slice(2);
const { folder, ports, people } = await findInstallation();
const person = people.find(([short]) => short === name)?.[1];
if (person) {
  const token = await issueAccessToken({
    dataFolder: path.join(folder, 'identity'),
    issuer: issuerOf(ports),
    tenantId,
    clientId,
    apiClientId,
    person,
  });
  process.stdout.write(`${token}\n`);
} else {
  const known = people.map(([short, { title }]) => `  ${short.padEnd(7)} ${title}`).join('\n');
  process.stderr.write(`Say for whom, as in: npm run --silent token -- ana\n${known}\n`);
  process.exitCode = 1;
}

async function findInstallation() {
  const named = openInstallation(process.env);
  const beside = globSync('.local*', { cwd: root }).map((each) => path.join(root, each));
  for (const candidate of new Set([named.folder, ...beside])) {
    // oxlint-disable-next-line no-await-in-loop -- the first one that runs
    const running = await findRunning(candidate);
    if (running) return { ...named, folder: candidate, ports: running.ports };
  }
  return named;
}
