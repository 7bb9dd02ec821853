import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import { refusalOf } from './stedi-contract.ts';

export interface Stubbed {
  status?: number;
  body?: unknown;
  hangs?: boolean;
  location?: string;
}
interface Request {
  method: string | undefined;
  path: string | undefined;
  headers: IncomingMessage['headers'];
  body: unknown;
}

/**
 * Gives these answers in turn and then repeats the last one; refuses what Stedi's document does not allow, in Stedi's
 * form.
 */
export async function stediThat(...answers: Stubbed[]) {
  const requests: Request[] = [];
  const server = createServer((request, response) => void serve(request, response));
  async function serve(request: IncomingMessage, response: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(Buffer.from(chunk));
    const answer = answers[Math.min(requests.length, answers.length - 1)] ?? {};
    const { method, url: path, headers } = request;
    const asked: unknown = JSON.parse(Buffer.concat(chunks).toString());
    requests.push({ method, path, headers, body: asked });
    if (answer.hangs) return;
    const given = refusalOf(asked) ?? answer;
    const text = typeof given.body === 'string' ? given.body : JSON.stringify(given.body ?? {});
    response
      .writeHead(given.status ?? 200, {
        'content-type': 'application/json',
        ...(answer.location !== undefined && { location: answer.location }),
      })
      .end(text);
  }
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = async () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a listening TCP server has one
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, requests, close };
}
