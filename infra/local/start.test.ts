/** @module-tag long */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { api } from '@handoff/shared/contract/api';
import { expect, onTestFinished, test } from 'vitest';
import { crossPartitionQueries } from '@handoff/functions/platform/containers';
import { startCosmos } from './cosmos/start.ts';
import { startSignalR } from './signalr/start-signalr.ts';
import { root } from './installation.ts';
import { portNames } from './platform/ports.ts';

test(
  'a first start has the demo agencies, a second one finds the same data, and each ends cleanly',
  { timeout: 300_000 },
  async () => {
    const environment = await newInstallation();

    const first = launch(environment);
    await first.says('Handoff is ready at');
    expect(first.output()).toMatch(/\n {2}ana +Ana Marshdemo/);
    const seeded = await referralsOf('ana', environment);
    expect(seeded).toHaveLength(50);
    // The Functions host imports the demo state files when it finds them.
    await expect.poll(() => zipCodes('ana', environment), { timeout: 20_000 }).toContain('06510');
    await expect(tool('reset', [], environment)).rejects.toMatchObject({
      stderr: expect.stringContaining('Stop it first'),
    });
    first.process.kill('SIGINT');
    first.process.kill('SIGTERM');
    expect(await first.ended).toEqual([0, null]);

    const second = launch(environment);
    await second.says('Handoff is ready at');
    expect(second.output()).not.toContain('Filling in');
    expect(await referralsOf('ana', environment)).toEqual(seeded);
    process.kill(await partOf(second.process, 'identity'), 'SIGKILL');
    expect(await second.ended).toEqual([1, null]);
    expect(second.output()).toMatch(/The part "identity" ended \(SIGKILL\)\. See .*identity\.log/);

    expect((await tool('reset', [], environment)).stdout).toContain('Deleted');
    expect(await readdir(path.dirname(environment.HANDOFF_DATA))).toEqual([]);
  },
);

test('the product runs beside a database and a live service elsewhere', { timeout: 120_000 }, async () => {
  const environment = await newInstallation();
  const cosmos = await startCosmos({ port: 0, crossPartitionQueries });
  const live = await startSignalR({
    port: 0,
    accessKey: 'a'.repeat(44),
    webOrigins: [`http://localhost:${environment['WEB_PORT']}`],
  });
  onTestFinished(async () => {
    await cosmos.close();
    await live.close();
  });
  const elsewhere = {
    ...environment,
    COSMOS_ENDPOINT: cosmos.url,
    COSMOS_KEY: cosmos.key,
    SIGNALR_CONNECTION: live.connectionString,
  };
  const platform = launch(elsewhere);
  await platform.says('Handoff is ready at');
  expect(await referralsOf('ana', elsewhere)).toHaveLength(50);
  const logs = await readdir(path.join(environment.HANDOFF_DATA, 'logs'));
  expect(logs).toContain('identity.log');
  expect(logs).not.toContain('cosmos.log');
  expect(logs).not.toContain('signalr.log');
  const { negotiate } = api.realtime;
  const answer = await fetch(`${apiOf(elsewhere)}${negotiate.path}`, {
    method: negotiate.method,
    headers: await headersOf('ana', elsewhere),
  });
  expect(await answer.text()).toContain(new URL(live.url).host);
  platform.process.kill('SIGTERM');
  await platform.ended;
});

const administrator = { ServerAuthenticated: 1, SystemRole: 'Administrator', RolesWithinAgencies: [] };

test(
  'an empty start has only its administrator, and a second start adds no demo data',
  { timeout: 120_000 },
  async () => {
    const environment = await newInstallation();
    const first = launch(environment, '--empty');
    await first.says('Handoff is ready at');
    expect(first.output()).toMatch(/\n {2}alex +Alex Admin/);
    expect(await signIn('alex', environment)).toMatchObject(administrator);
    expect(await signIn('morgan', environment)).toMatchObject({ ServerAuthenticated: 0, SystemRole: 'User' });
    first.process.kill('SIGTERM');
    await first.ended;

    const second = launch(environment);
    await second.says('Handoff is ready at');
    expect(second.output()).not.toContain('Filling in');
    expect(await signIn('alex', environment)).toMatchObject(administrator);
    second.process.kill('SIGTERM');
    await second.ended;
    expect((await tool('reset', [], environment)).stdout).toContain('since it started empty');
  },
);

test('an empty start on the demo data is refused, with the ways out', async () => {
  const environment = await newInstallation();
  await mkdir(path.join(environment.HANDOFF_DATA, 'cosmos'), { recursive: true });
  const platform = launch(environment, '--empty');
  expect(await platform.ended).toEqual([1, null]);
  expect(platform.output()).toContain('holds the demo data. Delete it with `npm run reset`');
});

test('a taken port is named, with its part and how to choose another', async () => {
  const environment = await newInstallation();
  const other = createServer().listen(Number(environment['SIGNALR_PORT']), '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const platform = launch(environment);
  expect(await platform.ended).toEqual([1, null]);
  const [taken, how, line = ''] = platform.output().trim().split('\n');
  expect(taken).toBe(`Port ${environment['SIGNALR_PORT']} is taken, and the SignalR emulator needs it.`);
  expect(how).toBe('Stop the programs that use them, or start a second installation beside them:');
  expect(line).toMatch(/^ {2}HANDOFF_DATA=\.local-2 WEB_PORT=\d+ (?:[A-Z_]+_PORT=\d+ ){7}npm start$/);
});

test('a start with Core Tools says how to install them when they are missing', async () => {
  const environment = await newInstallation();
  const platform = launch({ ...environment, PATH: path.dirname(process.execPath) }, '--host', 'func');
  expect(await platform.ended).toEqual([1, null]);
  expect(platform.output()).toContain('there is no `func`');
});

test('a token for an unknown person is refused with the list of people', async () => {
  const environment = await newInstallation();
  await expect(tool('token', ['zed'], environment)).rejects.toMatchObject({
    stderr: expect.stringMatching(/ana +Intake at Harbor Home Care\n/),
  });
});

type Environment = Record<string, string> & { HANDOFF_DATA: string };

async function newInstallation(): Promise<Environment> {
  const parent = await mkdtemp(path.join(tmpdir(), 'handoff-'));
  onTestFinished(() => rm(parent, { recursive: true, force: true }));
  const servers = portNames.map(() => createServer().listen(0, '127.0.0.1'));
  await Promise.all(servers.map((server) => once(server, 'listening')));
  const ports = servers.map((server) => {
    const address = server.address();
    return address !== null && typeof address === 'object' ? String(address.port) : '';
  });
  await Promise.all(servers.map((server) => once(server.close(), 'close')));
  const own = Object.fromEntries(portNames.map((name, index) => [name, ports[index] ?? '']));
  return { ...own, HANDOFF_DATA: path.join(parent, 'data') };
}

const bootstrap = path.join(root, 'infra/local/bootstrap.mjs');

function launch(environment: Environment, ...args: string[]) {
  const child = spawn(process.execPath, [bootstrap, 'start', ...args], {
    env: { ...process.env, ...environment },
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  let output = '';
  const hear = (chunk: Buffer) => {
    output += chunk.toString();
  };
  child.stdout.on('data', hear);
  child.stderr.on('data', hear);
  const ended = once(child, 'close');
  return {
    process: child,
    ended,
    output: () => output,
    async says(text: string): Promise<void> {
      while (!output.includes(text)) {
        const heard = await Promise.race([once(child.stdout, 'data'), ended.then(() => 'ended')]);
        if (heard === 'ended') throw new Error(`It ended without saying "${text}":\n${output}`);
      }
    },
  };
}

function tool(name: string, args: string[], environment: Environment) {
  return promisify(execFile)(process.execPath, [bootstrap, name, ...args], {
    env: { ...process.env, ...environment },
  });
}

async function referralsOf(person: string, environment: Environment): Promise<unknown[]> {
  const { list } = api.referrals;
  const answer = await fetch(`${apiOf(environment)}${list.path}`, {
    headers: await headersOf(person, environment),
  });
  return list.output.parse(await answer.json()).ReferralInfo;
}

async function zipCodes(person: string, environment: Environment): Promise<string[]> {
  const { zipCodesByState: call } = api.settings;
  const headers = { ...(await headersOf(person, environment)), 'content-type': 'application/json' };
  const answer = await fetch(`${apiOf(environment)}${call.path}`, {
    method: call.method,
    headers,
    body: JSON.stringify({ state: 'CT' }),
  });
  return call.output.parse(await answer.json()).SettingsZipCodesCountiesInfo.map(({ code }) => code);
}

/** Returns the person whom Handoff sees as signed in; it does not trust the browser about the account. */
async function signIn(person: string, environment: Environment): Promise<unknown> {
  const { check } = api.users;
  const account = { FullName: '', Email: '', TenantId: '', LocalAccountId: '', FirstName: '', LastName: '' };
  const answer = await fetch(`${apiOf(environment)}${check.path}`, {
    method: check.method,
    headers: {
      ...(await headersOf(person, environment)),
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(account),
  });
  return check.output.parse(await answer.json())[0];
}

const apiOf = (environment: Environment) => `http://localhost:${environment['WEB_PORT']}/api`;

async function headersOf(person: string, environment: Environment) {
  const { stdout: token } = await tool('token', [person], environment);
  return { authorization: `Bearer ${token.trim()}`, 'idempotency-key': 'start-test-read-1' };
}

/** Returns the process of a part: a grandchild, below the bootstrap and start.ts. */
async function partOf(bootstrapped: ChildProcess, name: string): Promise<number> {
  const [start = 0] = await childrenOf(bootstrapped.pid ?? 0);
  for (const pid of await childrenOf(start)) {
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8');
    if (command.split('\0').includes(name)) return pid;
  }
  throw new Error(`There is no process of the part "${name}".`);
}

async function childrenOf(parent: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    `cat /proc/${parent}/task/*/children 2>/dev/null || true`,
  ]);
  return stdout.trim().split(/\s+/).filter(Boolean).map(Number);
}
