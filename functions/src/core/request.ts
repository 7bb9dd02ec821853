import type { UploadedFile } from '@handoff/shared/contract/endpoint';

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

/**
 * A parsed request before validation. Its names are spelled as in the contract, so the same request in another
 * spelling has the same fingerprint.
 */
export interface RawInput {
  params: Record<string, string>;
  query: URLSearchParams;
  mediaType: string;
  /** JSON with sorted fields; empty when nothing was sent. */
  bytes: Uint8Array;
  /** The parts of a multipart body. */
  parts: FormPart[];
}
