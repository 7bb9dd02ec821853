import { once } from 'node:events';
import { createServer } from 'node:net';
import { partOfPort, portNames, type Ports } from './ports.ts';

/** Throws when a port is taken: it never moves, because redirect addresses and token audiences contain it. */
export async function checkPorts(ports: Ports): Promise<void> {
  for (const name of portNames) {
    const port = ports[name];
    const twin = portNames.find((other) => other !== name && ports[other] === port);
    if (twin !== undefined) throw new Error(`${name} and ${twin} are both ${port}; each needs its own.`);
    if (await isTaken(port))
      throw new Error(
        `Port ${port} is taken, and the ${partOfPort[name]} needs it. ` +
          `Stop the program that uses it, or choose another: ${name}=<port> npm start`,
      );
  }
}

/** On IPv6 as well: browsers try ::1 first for localhost and would meet the other program. */
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
