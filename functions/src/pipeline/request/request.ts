/** A request as the pipeline sees it, whatever received it. */
export interface ApiRequest {
  method: string;
  /** Path and query, without host. */
  url: string;
  params: Record<string, string>;
  header(name: string): string | undefined;
  body(): Promise<Uint8Array>;
}

export interface ApiResponse {
  status: number;
  headers: Record<string, string>;
  body: Uint8Array | string;
}
