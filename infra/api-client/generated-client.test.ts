import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { startSignalR } from '@handoff/local/signalr/start-signalr';
import { openApiDocument } from '@handoff/shared/contract/openapi/document';
import { freshApi } from '@handoff/functions/testing/api';
import { pdf, referralDraft } from '@handoff/functions/testing/examples/drafts';
import { buildBundle, startHostProcess } from '@handoff/functions/testing/host-process';
import { HARBOR } from '@handoff/functions/testing/people';
import { expect, onTestFinished, test } from 'vitest';

const run = promisify(execFile);
const folder = path.resolve('infra/api-client');
const generated = path.join(folder, '.cache');
const packages = path.join(folder, 'node_modules');

test('the client of README.md, with generated types, records, attaches, decides and reads', async () => {
  const client = await generate();
  await run(process.execPath, [path.join(packages, 'typescript/bin/tsc'), '-p', generated]);
  const signalROptions = { port: 0, accessKey: 'a key for tests '.repeat(4), webOrigins: [] };
  const [handoff, signalR] = await Promise.all([freshApi(), startSignalR(signalROptions), buildBundle()]);
  const { connectionString } = signalR;
  const host = await startHostProcess({
    ...handoff.settings,
    AzureSignalRConnectionString: connectionString,
  });
  onTestFinished(() => {
    host.child.kill('SIGKILL');
    return signalR.close();
  });
  const signIn = { baseUrl: `${host.url}/api`, token: await handoff.token('ana'), agency: HARBOR };
  const { recordAndAccept } = await import(client);
  expect(await recordAndAccept(signIn, referralDraft(), pdf())).toMatchObject({
    ReferralInfo: [{ Decision: { Kind: 'Accepted' }, DocumentCount: 1 }],
    ReferralDocuments: [{ name: 'orders.pdf' }],
  });
});

/** Writes the types of the API document and the client, and gives the path of the client. */
async function generate(): Promise<string> {
  await mkdir(generated, { recursive: true });
  const client = path.join(generated, 'client.ts');
  const [, code = ''] =
    /```ts\n([^]*?)```/.exec(await readFile(path.join(folder, 'README.md'), 'utf8')) ?? [];
  await Promise.all([
    writeFile(path.join(generated, 'openapi.json'), JSON.stringify(openApiDocument('1'))),
    writeFile(client, code),
    writeFile(
      path.join(generated, 'tsconfig.json'),
      JSON.stringify({ compilerOptions, files: ['client.ts'] }),
    ),
  ]);
  const cli = path.join(packages, 'openapi-typescript/bin/cli.js');
  await run(process.execPath, [cli, 'openapi.json', '-o', 'api.d.ts'], { cwd: generated });
  return client;
}

const compilerOptions = {
  strict: true,
  noEmit: true,
  target: 'ES2023',
  lib: ['ES2023', 'DOM', 'DOM.Iterable'],
  types: [],
  module: 'NodeNext',
  allowImportingTsExtensions: true,
  skipLibCheck: false,
};
