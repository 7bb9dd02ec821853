import type { Endpoint } from '@handoff/shared/contract/endpoint';
import { BUSINESS_DOMAIN, IDEMPOTENCY_KEY } from '@handoff/shared/contract/headers';
import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import type { ApiRequest } from '../core/request.ts';
import type { PersonName } from './people.ts';

/** Options of a request; without `as` it carries no token. */
export interface Sent {
  as?: PersonName | undefined;
  key?: string;
  /** The X-Business-Domain header. */
  domain?: string;
  /** Overrides all other headers; `undefined` leaves one out. */
  headers?: Record<string, string | undefined>;
  /** Replaces the body of the input, unchanged. */
  rawBody?: string;
}

const Parts = z.object({
  params: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.coerce.string().optional()).optional(),
  body: z.unknown().optional(),
  fields: z.record(z.string(), z.string()).optional(),
  file: z.instanceof(File).optional(),
});

export async function encodeRequest(
  endpoint: Endpoint,
  input: unknown,
  how: Sent & { authorization?: string | undefined },
): Promise<ApiRequest> {
  const parts = Parts.parse(input);
  const body = how.rawBody === undefined ? await encodeBody(parts) : encodeJson(how.rawBody);
  const headers = new Headers(body.headers);
  headers.set(IDEMPOTENCY_KEY, how.key ?? randomUUID());
  if (how.authorization) headers.set('authorization', how.authorization);
  if (how.domain) headers.set(BUSINESS_DOMAIN, how.domain);
  for (const [name, value] of Object.entries(how.headers ?? {}))
    if (value === undefined) headers.delete(name);
    else headers.set(name, value);

  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parts.query ?? {}))
    if (value !== undefined) query.set(name, value);
  return {
    method: endpoint.method,
    url: `/api${endpoint.path}?${query.toString()}`,
    params: parts.params ?? {},
    header: (name) => headers.get(name) ?? undefined,
    body: async () => body.bytes,
  };
}

async function encodeBody(
  parts: z.infer<typeof Parts>,
): Promise<{ bytes: Uint8Array; headers: Record<string, string> }> {
  if (parts.file) {
    const form = new FormData();
    for (const [name, value] of Object.entries(parts.fields ?? {})) form.append(name, value);
    form.append('file', parts.file);
    const encoded = new Response(form);
    const bytes = new Uint8Array(await encoded.arrayBuffer());
    return {
      bytes,
      headers: { 'content-type': encoded.headers.get('content-type') ?? '', ...length(bytes) },
    };
  }
  if (parts.body === undefined) return { bytes: new Uint8Array(), headers: {} };
  return encodeJson(JSON.stringify(parts.body));
}

function encodeJson(text: string): { bytes: Uint8Array; headers: Record<string, string> } {
  const bytes = new TextEncoder().encode(text);
  return { bytes, headers: { 'content-type': 'application/json', ...length(bytes) } };
}

const length = (bytes: Uint8Array) => ({ 'content-length': String(bytes.length) });
