import type { Server } from 'node:http';

/** Listens on 127.0.0.1 only and answers the real port, which differs from the one asked for when that is 0. */
export async function listenOnLoopback(server: Server, port: number, name: string): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE';
      reject(taken ? new Error(`${name}: port ${port} is taken`, { cause: error }) : error);
    });
    server.listen(port, '127.0.0.1', resolve);
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error(`${name}: no TCP address`);
  return address.port;
}

export async function closeServer(server: Server): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeAllConnections();
  await closed;
}
