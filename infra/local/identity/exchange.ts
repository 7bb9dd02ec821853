import type { IncomingMessage, ServerResponse } from 'node:http';

export type IdentityRequest = {
  method: string;
  path: string;
  query: URLSearchParams;
  form: URLSearchParams;
  origin: string | undefined;
  cookies: ReadonlyMap<string, string>;
};

export type Answer = { status: number; headers: Record<string, string>; body: string };

const formLimit = 64 * 1024;

export async function readRequest(request: IncomingMessage): Promise<IdentityRequest> {
  const url = new URL(request.url ?? '/', 'http://localhost');
  return {
    method: request.method ?? 'GET',
    path: url.pathname,
    query: url.searchParams,
    form: new URLSearchParams(await readText(request)),
    origin: request.headers.origin,
    cookies: readCookies(request.headers.cookie ?? ''),
  };
}

export function send(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...answer.headers,
  });
  response.end(answer.body);
}

export function json(status: number, value: unknown): Answer {
  return {
    status,
    headers: { 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(value),
  };
}

export function redirect(status: 302 | 303, location: string): Answer {
  return { status, headers: { Location: location }, body: '' };
}

async function readText(request: IncomingMessage): Promise<string> {
  let text = '';
  request.setEncoding('utf8');
  for await (const chunk of request) {
    text += String(chunk);
    if (text.length > formLimit) throw new Error('The form is too large');
  }
  return text;
}

function readCookies(header: string): Map<string, string> {
  const pairs = header.split(';').map((pair) => pair.trim().split('='));
  return new Map(pairs.map(([name = '', value = '']) => [name, value]));
}
