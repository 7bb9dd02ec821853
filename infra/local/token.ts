import path from 'node:path';
import { issueAccessToken } from './identity/issue-access-token.ts';
import { apiClientId, clientId, issuerOf, openInstallation, tenantId } from './installation.ts';

// `npm run token -- ana` prints an access token for trying the API by hand, like the one of a sign-in.

const [name] = process.argv.slice(2);
const { folder, ports, people } = openInstallation(process.env);
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
