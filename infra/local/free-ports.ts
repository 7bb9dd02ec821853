import { once } from 'node:events';
import { createServer } from 'node:net';
import { portNames, type Ports } from './ports.ts';

/** A port of its own for every part, free a moment ago: an installation beside others. */
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
