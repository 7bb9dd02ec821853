import type { UploadedFile } from '@handoff/shared/contract/endpoint';

/** A request as the pipeline sees it, whatever received it. */
export interface ApiRequest {
  method: string;
  /** Path and query, without host. */
  url: string;
  params: Record<string, string>;
  header(name: string): string | undefined;
  /** Of the host's own span for this request, where it makes one; else the caller's header counts. */
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
 * A request taken apart, not yet checked against the schemas. Its names are those of the contract: the same request in
 * another spelling has the same fingerprint.
 */
export interface RawInput {
  params: Record<string, string>;
  query: URLSearchParams;
  mediaType: string;
  /** JSON with its fields in order; empty when nothing was sent. */
  bytes: Uint8Array;
  /** The parts of a multipart body. */
  parts: FormPart[];
}
