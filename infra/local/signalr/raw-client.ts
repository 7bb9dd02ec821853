import { once } from 'node:events';
import { WebSocket } from 'ws';
import { clientToken, hub } from './signalr-for-tests.ts';

export const handshake = '{"protocol":"json","version":1}\u001E';

/** Drives Ada's side of the protocol directly, for what the real client never does. */
export function negotiate(url: string, token: string): Promise<Response> {
  const headers = { authorization: `Bearer ${token}` };
  return fetch(`${url}/client/negotiate?hub=${hub}&negotiateVersion=1`, { method: 'POST', headers });
}

export function clientUrl(url: string, query: Record<string, string>): string {
  return `${url}/client/?${new URLSearchParams({ hub, ...query }).toString()}`;
}

export async function openSocket(url: string): Promise<{ socket: WebSocket; frames: string[] }> {
  const token = await clientToken(url, 'ada');
  const { connectionToken } = Object(await (await negotiate(url, token)).json());
  const socket = new WebSocket(clientUrl(url, { id: String(connectionToken), access_token: token }));
  const frames: string[] = [];
  socket.on('message', (data) => frames.push(Buffer.isBuffer(data) ? data.toString('utf8') : ''));
  await once(socket, 'open');
  return { socket, frames };
}

export async function upgradeStatus(
  url: string,
  query: Record<string, string>,
  origin?: string,
): Promise<number | undefined> {
  const socket = new WebSocket(clientUrl(url, query), { ...(origin && { origin }) });
  socket.on('error', () => undefined);
  return new Promise((resolve) => {
    socket.on('unexpected-response', (_, response) => {
      response.resume();
      resolve(response.statusCode);
    });
    socket.on('open', () => resolve(101));
  });
}
