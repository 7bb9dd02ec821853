import { once } from 'node:events';
import { createServer } from 'node:net';
import * as z from 'zod';

/** Ports of every part on a developer's machine; environment variables of these names override them. */
const defaultPorts = {
  WEB_PORT: 5173,
  FUNCTIONS_PORT: 7145,
  IDENTITY_PORT: 7146,
  COSMOS_PORT: 8081,
  SIGNALR_PORT: 8888,
  AZURITE_BLOB_PORT: 10000,
  AZURITE_QUEUE_PORT: 10001,
  AZURITE_TABLE_PORT: 10002,
} as const;

type PortName = keyof typeof defaultPorts;
export type Ports = Record<PortName, number>;

export const partOfPort: Record<PortName, string> = {
  WEB_PORT: 'web app',
  FUNCTIONS_PORT: 'Functions host',
  IDENTITY_PORT: 'identity server',
  COSMOS_PORT: 'Cosmos endpoint',
  SIGNALR_PORT: 'SignalR emulator',
  AZURITE_BLOB_PORT: 'Azurite blob service',
  AZURITE_QUEUE_PORT: 'Azurite queue service',
  AZURITE_TABLE_PORT: 'Azurite table service',
};

export const portNames = [
  'WEB_PORT',
  'FUNCTIONS_PORT',
  'IDENTITY_PORT',
  'COSMOS_PORT',
  'SIGNALR_PORT',
  'AZURITE_BLOB_PORT',
  'AZURITE_QUEUE_PORT',
  'AZURITE_TABLE_PORT',
] as const satisfies PortName[];

const Port = z.coerce.number().int().min(1).max(65_535);

export function readPorts(environment: Record<string, string | undefined>): Ports {
  const ports: Ports = { ...defaultPorts };
  for (const name of portNames) {
    const text = environment[name];
    if (text === undefined || text === '') continue;
    const port = Port.safeParse(text);
    if (!port.success) throw new Error(`${name} must be a port number, but is "${text}".`);
    ports[name] = port.data;
  }
  return ports;
}

/**
 * Throws when ports are taken, and names all of them: they never move, because redirect addresses and token audiences
 * contain them. `command` started this.
 */
export async function checkPorts(ports: Ports, command: string): Promise<void> {
  for (const name of portNames) {
    const other = portNames.find((each) => each !== name && ports[each] === ports[name]);
    if (other !== undefined)
      throw new Error(`${name} and ${other} are both ${ports[name]}; each needs its own.`);
  }
  const areTaken = await Promise.all(portNames.map((name) => isTaken(ports[name])));
  const taken = portNames.filter((_, index) => areTaken[index]);
  if (taken.length === 0) return;
  const free = Object.entries(await freePorts()).map(([name, port]) => `${name}=${port}`);
  throw new Error(
    [
      ...taken.map((name) => `Port ${ports[name]} is taken, and the ${partOfPort[name]} needs it.`),
      'Stop the programs that use them, or start a second installation beside them:',
      `  HANDOFF_DATA=.local-2 ${free.join(' ')} ${command}`,
    ].join('\n'),
  );
}

/** Also checks IPv6: browsers try ::1 first for localhost and would reach the other program. */
async function isTaken(port: number): Promise<boolean> {
  const outcomes = await Promise.all(['127.0.0.1', '::1'].map((host) => tryToListen(host, port)));
  return outcomes.includes('EADDRINUSE');
}

async function tryToListen(host: string, port: number): Promise<string | undefined> {
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    return undefined;
  } catch (error) {
    return error instanceof Error && 'code' in error ? String(error.code) : String(error);
  } finally {
    server.close();
  }
}

/** Returns a free port for every part, for an installation next to others. */
export async function freePorts(): Promise<Record<keyof Ports, string>> {
  const servers = portNames.map((name) => ({ name, server: createServer().listen(0, '127.0.0.1') }));
  await Promise.all(servers.map(({ server }) => once(server, 'listening')));
  const taken = servers.map(({ name, server }) => [name, portOf(server.address())]);
  await Promise.all(servers.map(({ server }) => once(server.close(), 'close')));
  return Object.fromEntries(taken);
}

function portOf(address: ReturnType<ReturnType<typeof createServer>['address']>): string {
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port');
  return String(address.port);
}
