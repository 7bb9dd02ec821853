import type { UploadedFile } from '@handoff/shared/contract/endpoint';
import { isIP } from 'node:net';

/** A request in the pipeline, independent of the host that received it. */
export interface ApiRequest {
  method: string;
  /** Path and query, without host. */
  url: string;
  params: Record<string, string>;
  header(name: string): string | undefined;
  /** Names the host's own span for this request, if it makes one; otherwise the caller's header counts. */
  traceparent?: string | undefined;
  body(): Promise<Uint8Array>;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | string;
}

export type FormPart = [name: string, value: string | UploadedFile];

/** A parsed request before validation, in the names of the contract: another spelling has the same fingerprint. */
export interface RawInput {
  params: Record<string, string>;
  query: URLSearchParams;
  mediaType: string;
  /** JSON with sorted fields; empty when nothing was sent. */
  bytes: Uint8Array;
  parts: FormPart[];
}

/** Addresses from the front door's header without their ports, which change with each connection; the nearest is last. */
export const callerAddresses = (request: ApiRequest): string[] =>
  (request.header('x-forwarded-for') ?? '').split(',').flatMap((text) => withoutPort(text.trim()) || []);

/** Front doors add the port: `203.0.113.9:50123`, `[2001:db8::1]:443`. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\]/.exec(address)?.[1];
  return bracketed ?? (isIP(address) === 0 ? address.replace(/:\d+$/, '') : address);
}
